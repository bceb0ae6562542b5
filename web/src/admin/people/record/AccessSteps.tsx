import type { AccessExplanation, Assignment } from '@gatehouse/contract/admin/people/assignments.ts'
import type { TFunction } from 'i18next'
import { CircleCheck, CircleX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { hasEnded, originInWords } from '../../../access-requests/access-words.ts'
import { termInWords } from '../../../access-requests/assignment-days.ts'
import { formatMoment } from '../../../i18n/format.ts'
import { RequestLink } from '../access-requests/RequestLink.tsx'
import './access-steps.css'

/** The conditions of the rule one after the other, each with what it gives, and the answer. */
export function AccessSteps({ explanation }: { explanation: AccessExplanation }) {
  const { t, i18n } = useTranslation()
  const { person, application, assignments, registrationClients } = explanation
  const names = (list: readonly string[]) => new Intl.ListFormat(i18n.language).format(list)
  const open = assignments.filter(({ canOpen }) => canOpen)
  const signIn = assignments.filter(({ canSignIn }) => canSignIn)
  const said = { person: person.name, application: application.name }

  return (
    <>
      <h2 className="access-answer" data-answer={open.length > 0 ? 'yes' : 'no'}>
        {open.length > 0
          ? t('{{person}} can open {{application}} for {{clients}}.', { ...said, clients: clientsOf(open, names) })
          : t('{{person}} cannot open {{application}}.', said)}
      </h2>
      {open.length === 0 && signIn.length > 0 && (
        <p>
          {t('Sign-ins that start in the application work for {{clients}}.', {
            clients: clientsOf(signIn, names),
          })}
        </p>
      )}
      <ol className="access-steps">
        <Step isMet={person.isActive} what={t('The account is active')} />
        <Step
          isMet={application.isActive}
          what={t('The application is active')}
          detail={application.isActive ? '' : t(application.status)}
        />
        <Step
          isMet={application.hasAddress}
          what={t('The application has an address to open')}
          detail={
            application.hasAddress
              ? ''
              : t('Without one it has no tile. Sign-ins that start in the application still work.')
          }
        />
        <Step
          isMet={assignments.length > 0}
          what={t('The application is assigned to the person')}
          detail={
            assignments.length === 0 && registrationClients.length > 0
              ? t('Anyone can register for it for {{clients}}.', { clients: names(registrationClients) })
              : ''
          }
        />
        {assignments.map((assignment) => (
          <Step
            key={assignment._id}
            isMet={assignment.client.status === 'ACTIVE' && assignment.isCurrent}
            what={t(stateOf(assignment), { client: assignment.client.name, role: assignment.role })}
            detail={originOf(t, i18n.language, assignment)}
            requestId={assignment.request?._id}
          />
        ))}
      </ol>
    </>
  )
}

const clientsOf = (assignments: readonly Assignment[], names: (list: readonly string[]) => string) =>
  names(assignments.map(({ client }) => client.name))

/** English, for `t()`. */
function stateOf({ client, isCurrent, validUntil }: Assignment): string {
  if (client.status !== 'ACTIVE') return 'For {{client}} as {{role}}: the client is inactive'
  if (isCurrent) return 'For {{client}} as {{role}}: the client is active'
  return hasEnded(validUntil)
    ? 'For {{client}} as {{role}}: the assignment has ended'
    : 'For {{client}} as {{role}}: the assignment has not begun'
}

function originOf(t: TFunction, language: string, assignment: Assignment): string {
  const since = formatMoment(new Date(assignment.assignedAt), new Date(), language)
  const [who = '', ...why] = originInWords(t, assignment)
  return [who, since, ...why, termInWords(t, language, assignment)].filter(Boolean).join(' · ')
}

type StepProps = {
  isMet: boolean
  what: string
  detail?: string
  /** The request that the assignment fulfils. */
  requestId?: string | undefined
}

/** One condition: whether it holds is said by more than a colour. */
function Step({ isMet, what, detail, requestId }: StepProps) {
  const { t } = useTranslation()
  const Icon = isMet ? CircleCheck : CircleX
  return (
    <li data-met={isMet}>
      <Icon size={20} role="img" aria-label={isMet ? t('Yes') : t('No')} />
      <div>
        <p>{what}</p>
        {detail && <p className="access-detail">{detail}</p>}
        {requestId && (
          <p className="access-detail">
            <RequestLink id={requestId}>{t('Show the request')}</RequestLink>
          </p>
        )}
      </div>
    </li>
  )
}
