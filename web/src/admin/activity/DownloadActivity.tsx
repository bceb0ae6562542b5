import { activityFile } from '@gatehouse/contract/admin/activity/activity.ts'
import { DownloadFile } from '../engine/DownloadFile.tsx'

/** Downloads everything that the filters leave. */
export function DownloadActivity({ filter }: { filter: Record<string, string> }) {
  return <DownloadFile file={activityFile} query={filter} />
}
