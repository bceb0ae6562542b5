import { NOTICE_NAMES } from '@gatehouse/contract/notices.ts'
import type { RowAction } from '../screen.ts'

type About = { application?: string; client?: string; notice?: string }

/** In the menu of a gateway or a template: which way a message goes that is about the same. @param aboutOf ids, or 'All' */
export function whichWayOf<Row>(aboutOf: (row: Row) => About): RowAction<Row> {
  return {
    label: 'Which way?',
    permission: 'messages:read',
    to: '/dashboard/messages',
    search: (row) => {
      const { application = 'All', client = 'All', notice = '' } = aboutOf(row)
      const name = notice.trim().toLowerCase()
      return {
        panel: 'way',
        ...(application !== 'All' && { applicationId: application }),
        ...(client !== 'All' && { clientId: client }),
        ...(NOTICE_NAMES.some((known) => known === name) && { notice: name }),
      }
    },
  }
}
