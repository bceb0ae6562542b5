import type { approvalCheck } from '@gatehouse/contract/admin/approvals/check.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { REGIONS, type Region } from '@gatehouse/contract/regions.ts'
import i18next from 'i18next'
import { formatRupees } from '../../i18n/format.ts'

type Finding = Output<typeof approvalCheck>[number]

/** A finding as a sentence in the person's language. */
export function findingText({ kind, roles, from, to, regions }: Finding): string {
  const { t, language } = i18next
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  const who = list.format(roles)
  const amount = (paise: number) => formatRupees(paise / 100, language)
  const amounts =
    to === null
      ? t('{{from}} and more', { from: amount(from) })
      : t('{{from}} to {{to}}', { from: amount(from), to: amount(to) })
  const isEverything = from === 0 && to === null && regions.length === 0
  const names = regions.map((code) => t(REGIONS[code as Region] ?? 'all other regions'))
  const where = names.length === 0 ? amounts : `${amounts} (${list.format(names)})`
  const sentences: Record<Finding['kind'], () => string> = {
    'range-upside-down': () => t('{{who}}: the range ends below its start, so this role approves nothing.', { who }),
    'no-region': () => t('{{who}}: no region is chosen, so this role approves nothing.', { who }),
    'no-page': () => t('{{who}}: no page has a document approval of this role, so it approves nothing.', { who }),
    'no-sequence': () => t('{{who}}: this role has no sequence, so it comes last.', { who }),
    nobody: () => (isEverything ? t('Nobody approves anything.') : t('Nobody approves: {{where}}.', { where })),
    'no-final': () => t('Nobody gives the final approval: {{where}}.', { where }),
    'after-final': () => t('{{who}}: comes after the final approval, so it is never asked: {{where}}.', { who, where }),
    overlap: () => t('{{who}}: these roles approve the same amounts one after the other: {{where}}.', { who, where }),
  }
  return sentences[kind]()
}
