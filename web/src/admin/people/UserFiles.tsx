import type { ListQuery } from '@gatehouse/contract/paging.ts'
import { ImportUsers } from '../jobs/ImportUsers.tsx'
import { DownloadUsers } from './DownloadUsers.tsx'

/** The import and export of people. */
export function UserFiles({ query }: { query: ListQuery & Record<string, unknown> }) {
  return (
    <>
      <ImportUsers />
      <DownloadUsers query={query} />
    </>
  )
}
