import type { RecordRow, Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import type { Page } from '@gatehouse/contract/paging.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api.ts'

/** The changes of a resource. Each reloads the data of all resources, because records refer to one another. */
export function useResource<Row extends RecordRow>(resource: Resource<Row>) {
  const cache = useQueryClient()
  /** Cancels pending requests, which started before the change. Otherwise a first load could keep outdated data. */
  const loadAnew = () => void cache.cancelQueries().then(() => cache.invalidateQueries())
  /** The next change starts from this version, even before the list has reloaded. */
  const show = (saved: Row) =>
    cache.setQueriesData<Page<Row>>({ queryKey: [resource.name, 'list'] }, (page) => {
      return page && { ...page, rows: page.rows.map((row) => (row._id === saved._id ? saved : row)) }
    })
  return {
    create: useMutation({ mutationFn: (form: unknown) => call(resource.create, form), onSuccess: loadAnew }),
    /** `version` is the version from which the change started. */
    update: useMutation({
      mutationFn: ({ row, form }: { row: Row; form: Record<string, unknown> }) =>
        call(resource.update, { ...form, [resource.idKey]: row._id, version: row.version }),
      onSuccess: show,
      // A conflict means that another person changed the record, which the list does not show yet.
      onSettled: loadAnew,
    }),
    remove: useMutation({
      // The schema selects the fields of the row that the call needs: an id, sometimes more.
      mutationFn: (row: Row) =>
        call(resource.remove, resource.remove.request.parse({ ...row, [resource.idKey]: row._id })),
      // A deletion is also refused where another person has deleted the record, which the list still shows.
      onSettled: loadAnew,
    }),
    restore: useMutation({ mutationFn: ({ _id }: Row) => call(resource.restore, { id: _id }), onSuccess: loadAnew }),
  }
}
