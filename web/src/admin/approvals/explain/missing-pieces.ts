import type { explainApproval } from '@gatehouse/contract/admin/approvals/explain.ts'
import { APPROVAL_REASONS, type ApprovalReason } from '@gatehouse/contract/approval-reasons.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import i18next from 'i18next'
import { formatDay, formatRupees } from '../../../i18n/format.ts'

type Explained = Output<typeof explainApproval>
type Row = Explained['after'][number]
type About = Pick<Explained, 'amount' | 'at'>

/** Why a person may not act, each reason once: with the figures of each row that it is about, where there are some. */
export function missingPieces(
  { reasons, rows }: Pick<NonNullable<Explained['person']>, 'reasons' | 'rows'>,
  about: About,
): string[] {
  const pieces = reasons.flatMap((reason) => {
    const figures = rows.flatMap((row) => figuresOf(reason, row, about) ?? [])
    return figures.length > 0 ? figures : [i18next.t(APPROVAL_REASONS[reason])]
  })
  return [...new Set(pieces)]
}

/** `null`: the reason is not about this row, or has no figures. */
function figuresOf(reason: ApprovalReason, row: Row, { amount, at }: About): string | null {
  const { t, language } = i18next
  const { role, rangeFrom, rangeTo, bounds, validFrom, validUntil } = row
  const now = at === null ? Date.now() : Date.parse(at)
  const day = (moment: number) => formatDay(new Date(moment), language)
  const money = (limit: number) => ({
    ...{ role, limit: formatRupees(limit), amount: formatRupees(amount ?? 0) },
  })
  if (reason === 'amount-above-limit' && amount !== null && rangeTo !== null) {
    if (bounds.endsWith(')') && amount >= rangeTo)
      return t('{{role}} approves less than {{limit}}; the amount is {{amount}}.', money(rangeTo))
    return amount > rangeTo ? t('The limit of {{role}} is {{limit}}; the amount is {{amount}}.', money(rangeTo)) : null
  }
  if (reason === 'amount-below-range' && amount !== null && rangeFrom !== null) {
    if (bounds.startsWith('(') && amount <= rangeFrom)
      return t('{{role}} approves more than {{limit}}; the amount is {{amount}}.', money(rangeFrom))
    return amount < rangeFrom
      ? t('{{role}} approves from {{limit}} on; the amount is {{amount}}.', money(rangeFrom))
      : null
  }
  if (reason === 'row-not-yet-valid' && validFrom !== null && Date.parse(validFrom) > now)
    return t('The row of {{role}} begins on {{day}}.', { role, day: day(Date.parse(validFrom)) })
  if (reason === 'row-expired' && validUntil !== null && Date.parse(validUntil) <= now)
    return t('The row of {{role}} ended on {{day}}.', { role, day: day(Date.parse(validUntil) - 1) })
  return null
}
