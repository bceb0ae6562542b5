import type { RowAction } from '../screen.ts'
import { WhichWay } from './WhichWay.tsx'

type About = { application?: string; client?: string; notice?: string }

const idOf = (chosen = 'All') => (chosen === 'All' ? '' : chosen)

/** In the menu of a gateway or a template: which way a message goes that is about the same. @param aboutOf ids, or 'All' */
export function whichWayOf<Row>(aboutOf: (row: Row) => About): RowAction<Row> {
  return {
    label: 'Which way?',
    permission: 'messages:read',
    Dialog: ({ row, onClose }) => {
      const { application, client, notice = '' } = aboutOf(row)
      const about = {
        notice: notice.trim().toLowerCase(),
        applicationId: idOf(application),
        clientId: idOf(client),
      }
      return <WhichWay about={about} onClose={onClose} />
    },
  }
}
