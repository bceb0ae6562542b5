import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { get, useWatch } from 'react-hook-form'
import { AffectedUses } from '../AffectedUses.tsx'
import type { Screen } from '../screen.ts'

type Props<Row extends RecordRow> = { screen: Screen<Row>; row: Row }

/** What uses an active record whose status is changed in the form: it goes without the record once that is saved. */
export function Deactivation<Row extends RecordRow>({ screen: { fields, resource, toForm }, row }: Props<Row>) {
  // Templates write it in capitals.
  const name = fields.find((field) => field.name.toLowerCase() === 'status')?.name ?? ''
  const status: unknown = useWatch({ name })
  const isEnding = get(toForm(row), name) === 'ACTIVE' && status !== 'ACTIVE'
  return isEnding ? <AffectedUses resource={resource} id={row._id} /> : null
}
