import type { approvalPicture } from '@gatehouse/contract/admin/approvals/picture.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import i18next from 'i18next'
import { formatNumber, formatRupees } from '../../../i18n/format.ts'
import { rangeText } from '../approval-role.ts'

export type Picture = Output<typeof approvalPicture>
export type Lane = Picture['lanes'][number]
export type Bar = Lane['bars'][number]

export type PictureProps = {
  picture: Picture
  place: { applicationId: string; clientId: string }
}

export const rangeOf = ({ rangeFrom, rangeTo }: Bar) => ({ from: rangeFrom ?? 0, to: rangeTo })

/** The amounts of a row in words. */
export const barAmounts = (bar: Bar): string => rangeText(bar) || i18next.t('any amount')

type Named = Pick<Lane, 'isCreation' | 'isCatchAll' | 'sequence'>

export function laneName({ isCreation, isCatchAll, sequence }: Named): string {
  const { t } = i18next
  if (isCreation) return t('Creation')
  if (isCatchAll) return t('Catch-all')
  return sequence === null ? t('Last step') : t('Step {{number}}', { number: sequence })
}

export function peopleText({ count }: Bar): string {
  const { t, language } = i18next
  return count === 0 ? t('nobody') : t('{{number}} people', { count, number: formatNumber(count, language) })
}

const LAKH = 1_00_000
const CRORE = 1_00_00_000

/** An amount on the axis: '₹10,000', '₹1 lakh', '₹10 crore'. */
export function tickText(rupees: number): string {
  const { t, language } = i18next
  if (rupees >= CRORE) return t('₹{{number}} crore', { number: formatNumber(rupees / CRORE, language) })
  if (rupees >= LAKH) return t('₹{{number}} lakh', { number: formatNumber(rupees / LAKH, language) })
  return formatRupees(rupees)
}
