import type { explainApproval } from '@gatehouse/contract/admin/approvals/explain.ts'
import { COUNTED_PEOPLE_MAX } from '@gatehouse/contract/admin/approvals/explain.ts'
import { approvalsNeeded } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import { APPROVAL_REASONS } from '@gatehouse/contract/approval-reasons.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../i18n/format.ts'
import { Alert } from '../../ui/Alert.tsx'
import { rangeText } from './approval-role.ts'
import { ByWhich } from './ByWhich.tsx'
import { ApprovalLimits } from './explain/ApprovalLimits.tsx'
import { ApprovalVerdict } from './explain/ApprovalVerdict.tsx'
import { RoutingNote } from './routing/RoutingNote.tsx'

type Explained = Output<typeof explainApproval>
type Act = Explained['creators'][number]

/** The answer to a case: first about the person, then step by step. */
export function ExplainedApproval({ explained }: { explained: Explained }) {
  const { t } = useTranslation()
  const { person, reasons, creators, steps, after, routing } = explained
  const isAnswered = reasons.length === 0
  const isBeside = ({ sequence }: (typeof after)[number]) => steps.some((step) => step.sequence === sequence)
  const names = (rows: typeof after) => ({ roles: rows.map(({ role }) => role).join(', ') })
  const beside = after.filter(isBeside)
  const later = after.filter((row) => !isBeside(row))
  return (
    <div className="explained-approval">
      <ByWhich answer={explained} />
      {person && <ApprovalVerdict explained={explained} person={person} />}
      {!isAnswered && !person && (
        <Alert tone="warning">
          {reasons.map((reason) => (
            <p key={reason}>{t(APPROVAL_REASONS[reason])}</p>
          ))}
        </Alert>
      )}
      {isAnswered && steps.length === 0 && <Alert tone="error">{t('Nobody approves a document like this.')}</Alert>}
      {isAnswered && (creators.length > 0 || steps.length > 0) && (
        <ol className="approval-ladder" aria-label={t('Steps of the approval')}>
          {creators.length > 0 && <Step label={t('Creation')} rows={creators} />}
          {steps.map(({ sequence, needs, rows }) => (
            <Step key={sequence} label={stepName(sequence, rows)} rows={rows} enough={enoughText(needs, rows.length)} />
          ))}
        </ol>
      )}
      {beside.length > 0 && (
        <p className="approval-check-hint">
          {t('Not asked, because the approval of another role of the step is enough: {{roles}}.', names(beside))}
        </p>
      )}
      {later.length > 0 && (
        <p className="approval-check-hint">
          {routing.mode === 'ladder'
            ? t('Never asked, because they come after the final approval: {{roles}}.', names(later))
            : t('Not asked, because a lower level has authority for this amount: {{roles}}.', names(later))}
        </p>
      )}
      {isAnswered && <RoutingNote routing={routing} />}
    </div>
  )
}

function Step({ label, rows, enough = '' }: { label: string; rows: Act[]; enough?: string }) {
  const { t } = useTranslation()
  return (
    <li>
      <span className="approval-step">{enough === '' ? label : `${label} · ${enough}`}</span>
      <ul>
        {rows.map((row) => (
          <li key={row._id}>
            <b>{row.role}</b>
            <span className="approval-act">
              {t(row.action)} · {rangeText(row) || t('any amount')}
            </span>
            <ApprovalLimits row={row} />
            <People row={row} />
            {row.standIns.map(({ _id, name, lender }) => (
              <span key={`${_id} ${lender._id}`}>{t('{{name}} for {{lender}}', { name, lender: lender.name })}</span>
            ))}
          </li>
        ))}
      </ul>
    </li>
  )
}

/** What a step says about its roles where not all of them have to approve. */
function enoughText(needs: Explained['steps'][number]['needs'], rows: number): string {
  const { t } = i18next
  const number = approvalsNeeded(needs, rows)
  if (number >= rows) return ''
  return number === 1 ? t('One of these is enough') : t('{{number}} of these are enough', { number })
}

function stepName(sequence: number | null, rows: readonly Act[]): string {
  const { t } = i18next
  if (rows.some(({ catchAll }) => catchAll)) return t('Catch-all role, because no row covers this document')
  return sequence === null ? t('Last step') : t('Step {{number}}', { number: sequence })
}

function People({ row: { people, count } }: { row: Act }) {
  const { t, i18n } = useTranslation()
  if (count === 0) return <span className="approval-nobody">{t('No active person has this role.')}</span>
  const number = (value: number) => formatNumber(value, i18n.language) + (count >= COUNTED_PEOPLE_MAX ? '+' : '')
  if (people.length === 0) return <span>{t('People with this role: {{number}}', { number: number(count) })}</span>
  const names = people.map(({ name }) => name).join(', ')
  const others = count - people.length
  return <span>{others > 0 ? t('{{names}} and {{number}} more', { names, number: number(others) }) : names}</span>
}
