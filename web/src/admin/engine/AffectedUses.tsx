import type { RecordRow, Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { UsesFound } from './UsesFound.tsx'

type Props<Row extends RecordRow> = { resource: Pick<Resource<Row>, 'name' | 'uses'>; id: string }

/** What uses a record, before it is put out of use. Nothing when nothing does. */
export function AffectedUses<Row extends RecordRow>({ resource, id }: Props<Row>) {
  const query = useQuery({
    queryKey: [resource.name, 'uses', id],
    queryFn: () => call(resource.uses, { id }),
    gcTime: 0,
  })
  return <UsesFound query={query} />
}
