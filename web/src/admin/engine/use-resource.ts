import type { RecordRow, Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import type { Page } from '@gatehouse/contract/paging.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api.ts'

/** The changes of a resource. Each makes everything that is shown of any resource load anew: they name one another. */
export function useResource<Row extends RecordRow>(resource: Resource<Row>) {
  const cache = useQueryClient()
  /** What is under way was asked for before the change. A list that loads for the first time would else be kept as it was. */
  const loadAnew = () => void cache.cancelQueries().then(() => cache.invalidateQueries())
  /** What is changed next is changed from this version, also before the list has loaded anew. */
  const show = (saved: Row) =>
    cache.setQueriesData<Page<Row>>({ queryKey: [resource.name, 'list'] }, (page) => {
      return page && { ...page, rows: page.rows.map((row) => (row._id === saved._id ? saved : row)) }
    })
  return {
    create: useMutation({ mutationFn: (form: unknown) => call(resource.create, form), onSuccess: loadAnew }),
    /** `version` is the one that the change was made from. */
    update: useMutation({
      mutationFn: ({ row, form }: { row: Row; form: Record<string, unknown> }) =>
        call(resource.update, { ...form, [resource.idKey]: row._id, version: row.version }),
      onSuccess: show,
      // A refusal tells of somebody else's change, which the list does not show yet.
      onSettled: loadAnew,
    }),
    remove: useMutation({
      // The schema picks out of the row what the server wants to know: an id, sometimes more.
      mutationFn: (row: Row) =>
        call(resource.remove, resource.remove.request.parse({ ...row, [resource.idKey]: row._id })),
      onSuccess: loadAnew,
    }),
    restore: useMutation({ mutationFn: ({ _id }: Row) => call(resource.restore, { id: _id }), onSuccess: loadAnew }),
  }
}
