import type { ListQuery } from '@gatehouse/contract/paging.ts'
import { ImportUsers } from '../jobs/ImportUsers.tsx'
import { DownloadUsers } from './DownloadUsers.tsx'

/** People from a file and into one. */
export function UserFiles({ query }: { query: ListQuery & Record<string, unknown> }) {
  return (
    <>
      <ImportUsers />
      <DownloadUsers query={query} />
    </>
  )
}
