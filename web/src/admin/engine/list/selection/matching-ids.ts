import type { RecordRow, Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import type { Page } from '@gatehouse/contract/paging.ts'
import { call } from '../../../../api.ts'
import type { Selection } from './use-selection.ts'

const PAGE_SIZE = 100

/** The ids of all selected records. The confirmed number and the changed records come from here. */
export async function matchingIds<Row extends RecordRow>(
  resource: Resource<Row>,
  selection: Selection,
): Promise<string[]> {
  if ('ids' in selection) return selection.ids
  const { query, except } = selection.matching
  const ids = new Set<string>()
  for (let page = 0; ; page++) {
    // A call with a page returns a page.
    const { rows } = (await call(resource.list, { ...query, page, pageSize: PAGE_SIZE })) as Page<Row>
    for (const { _id } of rows) ids.add(_id)
    if (rows.length < PAGE_SIZE) break
  }
  for (const id of except) ids.delete(id)
  return [...ids]
}
