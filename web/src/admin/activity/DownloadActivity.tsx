import { activityFile } from '@gatehouse/contract/admin/activity/activity.ts'
import { DownloadFile } from '../engine/DownloadFile.tsx'

/** Downloads all lines that match the filters. */
export function DownloadActivity({ filter }: { filter: Record<string, string> }) {
  return <DownloadFile file={activityFile} query={filter} />
}
