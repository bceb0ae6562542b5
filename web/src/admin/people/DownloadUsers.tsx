import { usersFile } from '@gatehouse/contract/admin/jobs/jobs.ts'
import type { ListQuery } from '@gatehouse/contract/paging.ts'
import { DownloadFile } from '../engine/DownloadFile.tsx'

/** Downloads all people of the list, as the file of requirement A19. */
export function DownloadUsers({ query }: { query: ListQuery & Record<string, unknown> }) {
  const { page: _, pageSize: __, ...listed } = query
  return <DownloadFile file={usersFile} query={listed} />
}
