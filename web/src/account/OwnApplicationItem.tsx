import type { OwnApplication, OwnAssignment } from '@gatehouse/contract/own-access.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { accessState, originInWords } from '../access-requests/access-words.ts'
import { termInWords } from '../access-requests/assignment-days.ts'
import { formatMoment } from '../i18n/format.ts'
import { scopeWords } from '../session/scope-words.ts'
import { useSession } from '../session/use-session.ts'
import { ApplicationLogo } from '../ui/ApplicationLogo.tsx'
import { Button } from '../ui/Button.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'

type Props = { application: OwnApplication; onEnd: () => void }

/** One application: each client and role with its dates and origin, when it was opened, and what it may read. */
export function OwnApplicationItem({ application, onEnd }: Props) {
  const { t, i18n } = useTranslation()
  const { acting } = useSession()
  const { name, logo, openedAt, scopes, isOpen, assignments } = application
  const words = scopeWords(t)
  const read = scopes.map((scope) => words[scope]).filter((one) => one !== undefined)
  return (
    <li>
      <ApplicationLogo name={name} logo={logo} />
      <div className="sessions-text">
        <h3 className="sessions-name">{name}</h3>
        {assignments.map((one) => (
          <OwnAssignmentFacts key={one._id} assignment={one} application={application} />
        ))}
        <p className="sessions-detail">
          {openedAt === null
            ? t('Not opened in the sessions that the portal still keeps')
            : t('Last opened {{when}}', { when: formatMoment(new Date(openedAt), new Date(), i18n.language) })}
        </p>
        {read.length > 0 && (
          <p className="sessions-detail">
            {t('It may read: {{what}}', { what: new Intl.ListFormat(i18n.language).format(read) })}
          </p>
        )}
      </div>
      {isOpen && !acting && (
        <Button variant="neutral" aria-label={t('End your sessions in {{name}}', { name })} onClick={onEnd}>
          {t('End your sessions')}
        </Button>
      )}
    </li>
  )
}

function OwnAssignmentFacts({ assignment, application }: { assignment: OwnAssignment; application: OwnApplication }) {
  const { t, i18n } = useTranslation()
  const { client, role, assignedAt, canOpen } = assignment
  const state = accessState({ ...assignment, application, person: { isActive: true } })
  return (
    <div className="own-assignment">
      <p>
        {t('{{role}} for {{client}}', { role, client: client.name })}
        {!canOpen && <StatusBadge {...state} />}
      </p>
      <p className="sessions-detail">
        {[
          t('Since {{when}}', { when: formatMoment(new Date(assignedAt), new Date(), i18n.language) }),
          termInWords(t, i18n.language, assignment),
          ...ownOrigin(t, assignment),
        ]
          .filter(Boolean)
          .map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
      </p>
    </div>
  )
}

function ownOrigin(t: TFunction, { assignedBy, administrator, request }: OwnAssignment): string[] {
  if (assignedBy === 'registration' && request === null) return [t('You registered for it')]
  return originInWords(t, { assignedBy, administrator, request }, true)
}
