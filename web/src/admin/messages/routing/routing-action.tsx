import type { RowAction } from '../../engine/screen.ts'
import { RoutingExplanation } from './RoutingExplanation.tsx'

type About = { application?: string; client?: string; notice?: string }

const idOf = (chosen = 'All') => (chosen === 'All' ? '' : chosen)

/** In the menu of a gateway or a template: which way a message goes that is about the same. @param aboutOf ids, or 'All' */
export function explainRoutingOf<Row>(aboutOf: (row: Row) => About): RowAction<Row> {
  return {
    label: 'Routing',
    permission: 'messages:read',
    Dialog: ({ row, onClose }) => {
      const { application, client, notice = '' } = aboutOf(row)
      const about = {
        notice: notice.trim().toLowerCase(),
        applicationId: idOf(application),
        clientId: idOf(client),
      }
      return <RoutingExplanation about={about} onClose={onClose} />
    },
  }
}
