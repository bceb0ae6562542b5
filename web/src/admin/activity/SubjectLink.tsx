import type { AuditLine } from '@gatehouse/contract/admin/engine/audit-line.ts'
import { Link } from '@tanstack/react-router'
import { listLink } from '../../session/list-link.ts'
import { useSession } from '../../session/use-session.ts'
import { pageLink } from '../../shell/page-link.ts'
import { mayOpen } from '../../shell/screens.ts'
import { groupOf } from './event-groups.ts'

/** A record's name. It links to the record's page, or to the record in its list, if the person may open that. */
export function SubjectLink({ line: { event, subject, subjectId } }: { line: AuditLine }) {
  const { permissions } = useSession()
  const { list } = groupOf(event)
  if (subject === '') return null
  if (!list || !mayOpen(permissions, list.to) || !subjectId || event.endsWith('.deleted')) return subject
  const page = pageLink(list.to, subjectId)
  if (page) return <Link {...page}>{subject}</Link>
  return <Link {...listLink(list, { _id: subjectId, name: subject })}>{subject}</Link>
}
