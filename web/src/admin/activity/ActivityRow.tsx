import type { AuditLine } from '@gatehouse/contract/admin/engine/audit-line.ts'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { eventWords } from '../../activity/event-words.ts'
import { Moment } from '../../ui/Moment.tsx'
import { useTableRoles } from '../../ui/table/use-table-roles.ts'
import { actorName } from '../engine/actor-name.ts'
import { ActivityDetail } from './ActivityDetail.tsx'
import type { Shared } from './ActivityTable.tsx'
import type { ActivitySearch } from './activity-search.ts'
import { groupOf } from './event-groups.ts'
import { SubjectLink } from './SubjectLink.tsx'

type Props = {
  line: AuditLine
  columns: number
  shared: Shared | undefined
  shown: ActivitySearch
  isOpen: boolean
  onToggle: () => void
  onShow: (change: Partial<ActivitySearch>) => void
}

/** One line of the activity. */
export function ActivityRow({ line, columns, shared, shown, isOpen, onToggle, onShow }: Props) {
  const { t } = useTranslation()
  const detailId = useId()
  const role = useTableRoles()
  const { actor, at, event, ip } = line
  const what = t(eventWords(event, line.changes))
  const { label, kind = label } = groupOf(event)

  return (
    <>
      <tr className="activity-line" {...role('row')}>
        <td className="activity-when" {...role('cell')}>
          <Moment at={at} />
        </td>
        {shared !== 'who' && (
          <td className="activity-who" {...role('cell')}>
            {actor && shared ? (
              actorName(actor, t)
            ) : actor ? (
              <button type="button" className="row-name" onClick={() => onShow({ actorId: actor._id, sessionId: '' })}>
                {actorName(actor, t)}
              </button>
            ) : (
              <span className="activity-nobody">{t('No signed-in person')}</span>
            )}
          </td>
        )}
        <td className="activity-what" {...role('cell')}>
          {isWhileActing(line) ? t('{{what}}, while acting for {{person}}', { what, person: line.subject }) : what}
        </td>
        {shared !== 'what' && (
          <td className="activity-record" {...role('cell')}>
            <span className="activity-kind">{t(kind)}</span> <SubjectLink line={line} />
          </td>
        )}
        <td className="data-table-number activity-from" {...role('cell')}>
          {ip ?? '–'}
        </td>
        <td className="data-table-menu" {...role('cell')}>
          <button
            type="button"
            className="icon-button activity-toggle"
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailId : undefined}
            aria-label={t('Details of {{what}}', { what: `${what} ${line.subject}`.trim() })}
            onClick={onToggle}
          >
            <ChevronDown size={18} aria-hidden />
          </button>
        </td>
      </tr>
      {isOpen && (
        <tr id={detailId} {...role('row')}>
          <td colSpan={columns} className="activity-detail" {...role('cell')}>
            <ActivityDetail line={line} shown={shown} onShow={shared ? undefined : onShow} />
          </td>
        </tr>
      )}
    </>
  )
}

/** Whether an administrator has made the change on the pages of the person; lines of the acting itself say so already. */
const isWhileActing = ({ event, detail }: AuditLine) =>
  detail.administrator !== undefined && !event.startsWith('users.acting-')
