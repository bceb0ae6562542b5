import { lazyPart } from '../../ui/lazy-part.tsx'
import type { RecordSection } from '../engine/record/record.ts'

const Assignments = lazyPart(() => import('./AssignmentsTable.tsx'), 'AssignmentsTable')

/** Who may open an application, or which ones for a client, on its page. `empty` is English. */
export const peopleSection = (of: 'applicationId' | 'clientId', empty: string): RecordSection<{ _id: string }> => ({
  path: 'people',
  label: 'People',
  permission: 'users:read',
  Content: ({ row }) => (
    <div className="list-card">
      <Assignments label="People" of={of} id={row._id} empty={empty} />
    </div>
  ),
})
