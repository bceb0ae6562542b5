import { type explainPage, PAGE_REASONS } from '@gatehouse/contract/admin/approvals/explain-page.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Alert } from '../../../ui/Alert.tsx'
import { AssignmentLine } from './AssignmentLine.tsx'
import { grantWords } from './grant-words.ts'

type Explained = Output<typeof explainPage>
type Person = NonNullable<Explained['person']>
type Role = Explained['roles'][number]

/** The answer to a question about a page: first about the person, then about the roles. */
export function ExplainedPage({ explained: { person, reasons, roles } }: { explained: Explained }) {
  const { t } = useTranslation()
  return (
    <div className="explained-approval">
      {person !== null && <PageVerdict person={person} />}
      {person === null && reasons.length > 0 && (
        <Alert tone="warning">
          {reasons.map((reason) => (
            <p key={reason}>{t(PAGE_REASONS[reason])}</p>
          ))}
        </Alert>
      )}
      {roles.length === 0 ? (
        <Alert tone="warning">{t('No role has this for the client.')}</Alert>
      ) : (
        <ul className="approval-path explained-roles" aria-label={t('Roles with this page')}>
          {roles.map((role) => (
            <RoleLine key={role._id} role={role} />
          ))}
        </ul>
      )}
    </div>
  )
}

function RoleLine({ role: { name, actions, granted } }: { role: Role }) {
  const { t } = useTranslation()
  const may =
    actions.length === 0
      ? t('opens the page')
      : t('opens the page; actions: {{actions}}', { actions: actions.join(', ') })
  return (
    <li>
      <b>{name}</b>{' '}
      <span className="approval-act">{[may, granted && grantWords(granted)].filter(Boolean).join(' · ')}</span>
    </li>
  )
}

function PageVerdict({ person: { name, decision, reasons, assignment, role } }: { person: Person }) {
  const { t } = useTranslation()
  return (
    <div className="approval-path">
      {decision === 'allow' ? (
        <p className="approval-verdict" role="status">
          <CircleCheck size={18} aria-hidden />
          {t('{{name}} may do this.', { name })}
        </p>
      ) : (
        <Alert tone="warning">
          <p>{t('{{name}} may not do this.', { name })}</p>
          {reasons.map((reason) => (
            <p key={reason}>{t(PAGE_REASONS[reason])}</p>
          ))}
        </Alert>
      )}
      {assignment !== null && (
        <ul className="approval-act" aria-label={t('Where the authority comes from')}>
          <AssignmentLine assignment={assignment} />
          {role !== null && (
            <li>
              {[t('Page of the role: {{role}}', { role: role.name }), role.granted && grantWords(role.granted)]
                .filter(Boolean)
                .join(' · ')}
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
