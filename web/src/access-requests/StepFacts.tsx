import type { AccessRequest, StepApproval } from '@gatehouse/contract/access-requests.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatCalendarDay, formatMoment } from '../i18n/format.ts'
import { FALLBACK_WORDS } from './step-words.ts'
import './access-requests.css'

/** Where a matrix decides: the steps that are approved, and the one that waits. Nothing for other requests. */
export function StepFacts({ request: { approvals, steps, state } }: { request: AccessRequest }) {
  const { t, i18n } = useTranslation()
  if (approvals.length === 0 && steps === null) return null
  return (
    <ol className="request-steps-done" aria-label={t('Steps')}>
      {approvals.map((approval) => (
        <li key={`${approval.at} ${approval.by}`}>{approvalInWords(t, i18n.language, approval)}</li>
      ))}
      {state === 'waiting' && steps !== null && <li>{waitingInWords(t, steps)}</li>}
    </ol>
  )
}

function approvalInWords(t: TFunction, language: string, approval: StepApproval): string {
  const { step, of, by, onBehalfOf, byRole, role, lastDay, answer, at, counts } = approval
  const values = { step, of, name: by, lender: onBehalfOf, role: byRole }
  return [
    onBehalfOf === ''
      ? t('Step {{step}} of {{of}} approved by {{name}} ({{role}})', values)
      : t('Step {{step}} of {{of}} approved by {{name}} for {{lender}} ({{role}})', values),
    [role, lastDay && t('until {{until}}', { until: formatCalendarDay(lastDay, language) })].filter(Boolean).join(' '),
    answer,
    formatMoment(new Date(at), new Date(), language),
    !counts && t('no longer counts'),
  ]
    .filter(Boolean)
    .join(' · ')
}

function waitingInWords(t: TFunction, steps: NonNullable<AccessRequest['steps']>) {
  const { step, problem } = steps
  const waiting = waitingForInWords(t, steps)
  const why = problem === null ? '' : t(FALLBACK_WORDS[problem])
  return [step > 0 && waiting, why].filter(Boolean).join(' ')
}

function waitingForInWords(t: TFunction, waiting: NonNullable<AccessRequest['steps']>) {
  const { step, of, roles, isOneEnough, needed } = waiting
  const values = { step, of, roles: roles.join(', ') }
  if (roles.length < 2) return t('Step {{step}} of {{of}} waits for {{roles}}.', values)
  if (isOneEnough) return t('Step {{step}} of {{of}} waits for one of {{roles}}.', values)
  return needed < roles.length
    ? t('Step {{step}} of {{of}} waits for {{number}} of {{roles}}.', { ...values, number: needed })
    : t('Step {{step}} of {{of}} waits for each of {{roles}}.', values)
}
