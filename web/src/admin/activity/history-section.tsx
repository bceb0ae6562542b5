import { lazyPart } from '../../ui/lazy-part.tsx'
import type { RecordSection } from '../engine/record/record.ts'
import type { Doer } from './RecordActivity.tsx'

const Activity = lazyPart(() => import('./RecordActivity.tsx'), 'RecordActivity')

/** What happened to a record, on its page. */
export const historySection = (doer?: Doer): RecordSection<{ _id: string }> => ({
  path: 'history',
  label: 'History',
  permission: 'audit:read',
  Content: ({ row }) => <Activity id={row._id} doer={doer} />,
})
