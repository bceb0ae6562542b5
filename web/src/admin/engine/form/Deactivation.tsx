import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { get, useWatch } from 'react-hook-form'
import { AffectedUses } from '../AffectedUses.tsx'
import type { Screen } from '../screen.ts'

type Props<Row extends RecordRow> = { screen: Screen<Row>; row: Row }

/** What uses an active record that the form ends, by its status or by a last day: it goes without the record once that is saved. */
export function Deactivation<Row extends RecordRow>({ screen: { fields, resource, toForm }, row }: Props<Row>) {
  // Templates write it in capitals.
  const name = fields.find((field) => field.name.toLowerCase() === 'status')?.name ?? ''
  const [status, lastDay]: unknown[] = useWatch({ name: [name, 'lastDay'] })
  const before = toForm(row)
  const isActive = get(before, name) === 'ACTIVE'
  const isLastDaySet = (lastDay ?? '') !== '' && lastDay !== get(before, 'lastDay')
  return isActive && (status !== 'ACTIVE' || isLastDaySet) ? <AffectedUses resource={resource} id={row._id} /> : null
}
