import type { ListQuery } from '@gatehouse/contract/paging.ts'
import { ImportUsers } from '../jobs/ImportUsers.tsx'
import { DownloadUsers } from './DownloadUsers.tsx'
import { LeaversAction } from './leavers/LeaversAction.tsx'

/** The import and export of people, and the list of those who leave. */
export function UserFiles({ query }: { query: ListQuery & Record<string, unknown> }) {
  return (
    <>
      <ImportUsers />
      <LeaversAction />
      <DownloadUsers query={query} />
    </>
  )
}
