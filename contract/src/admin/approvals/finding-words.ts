import { REGIONS, type Region } from '../../regions.ts'
import type { ApprovalFinding } from './check.ts'

type Finding = {
  code: ApprovalFinding
  roles: readonly { name: string }[]
  step: number | null
  from: number
  to: number | null
  regions: readonly string[]
}

/** How a language writes what a sentence names. */
export type FindingWords = {
  t: (text: string, values?: Record<string, string | number>) => string
  rupees: (rupees: number) => string
  list: (names: string[]) => string
}

/** A finding as a sentence, without its page. */
export function findingText(finding: Finding, words: FindingWords): string {
  const { t } = words
  const { code, step, from, to, regions } = finding
  const who = words.list(finding.roles.map(({ name }) => name))
  const where = whereText(finding, words)
  switch (code) {
    case 'application-inactive':
      return t('The application is not active, so every question is denied.')
    case 'client-inactive':
      return t('The client is not active, so every question is denied.')
    case 'no-rows':
      return t('Nobody approves anything.')
    case 'nobody':
      return from === 0 && to === null && regions.length === 0
        ? t('Nobody approves anything.')
        : t('Nobody approves {{where}}.', { where })
    case 'one-apart':
      return step === null
        ? t('Nobody approves {{where}}: the ranges of {{who}} do not quite meet.', { where, who })
        : t('Nobody approves {{where}} at step {{step}}: the ranges of {{who}} do not quite meet.', {
            where,
            who,
            step,
          })
    case 'no-people':
      return t('No active person has the role {{who}}, so nobody can act for it.', { who })
    case 'catch-all-without-people':
      return t('No active person has the catch-all role {{who}}, so nobody approves what no row covers.', { who })
    case 'caught':
      return t('No row covers {{where}}: the catch-all role approves it.', { where })
    case 'page-inactive':
      return t('This page is not active, so every question about it is denied.')
    case 'range-upside-down':
      return t('{{who}}: the range ends below its start, so this role approves nothing.', { who })
    case 'no-region':
      return t('{{who}}: no region is chosen, so this role approves nothing.', { who })
    case 'no-page':
      return t('{{who}}: no page has a document approval of this role, so it approves nothing.', { who })
    case 'no-sequence':
      return t('{{who}}: this role has no sequence, so it comes last.', { who })
    case 'no-final':
      return t('Nobody gives the final approval of {{where}}.', { where })
    case 'step-gap':
      return t('Nobody approves {{where}} at step {{step}}, but lower and higher amounts have somebody there.', {
        where,
        step: step ?? '',
      })
    case 'overlap':
      return t('{{who}} do the same, one after the other, for {{where}}.', { who, where })
    case 'shared-bound':
      return t('{{who}} both act on {{where}}: one range ends where the other begins.', { who, where })
    case 'after-final':
      return t('{{who}} comes after the final approval of {{where}}, and is never asked.', { who, where })
    case 'unreachable':
      return t('{{who}} comes after the final approval of every amount, and is never asked.', { who })
    case 'never-first':
      return t('{{who}} is never asked: a lower level has authority for each of its amounts.', { who })
    case 'different-actions':
      return t('Of {{who}}, only the one with the furthest action is asked for {{where}}, and one is enough.', {
        who,
        where,
      })
    case 'others-have-people':
      return t('No active person has the role {{who}}, but others of its step can approve.', { who })
    case 'expired':
      return t('{{who}}: the last day of this document approval is over, so it approves nothing any more.', { who })
    case 'not-yet-valid':
      return t('{{who}}: this document approval has not begun yet, so it approves nothing today.', { who })
    case 'inactive':
      return t('{{who}}: this document approval is not active, so it approves nothing.', { who })
    case 'same-sequence':
      return t('{{who}} have the same sequence: all of them must approve {{where}}.', { who, where })
    case 'one-is-enough':
      return t('{{who}} have the same sequence: one of them is enough for {{where}}.', { who, where })
    case 'some-are-enough':
      return t('{{who}} have the same sequence: as many of them as the routing asks for approve {{where}}.', {
        who,
        where,
      })
    case 'page-without-rows':
      return t('No role acts on this page, so every question about it is denied.')
  }
}

/** Such as '₹3,00,001 to ₹5,00,000 in Kerala'. */
function whereText({ from, to, regions }: Finding, words: FindingWords): string {
  const { t, list } = words
  const amounts = amountsText({ from, to }, words)
  if (regions.length === 0) return amounts
  const all = Object.keys(REGIONS) as Region[]
  const missing = all.filter((code) => !regions.includes(code))
  const names = (codes: readonly string[]) => list(codes.map((code) => t(REGIONS[code as Region] ?? code)))
  return missing.length < regions.length
    ? t('{{amounts}} everywhere but {{regions}}', { amounts, regions: names(missing) })
    : t('{{amounts}} in {{regions}}', { amounts, regions: names(regions) })
}

/** A range of amounts in rupees. */
export function amountsText(
  { from, to }: { from: number; to: number | null },
  { t, rupees }: Omit<FindingWords, 'list'>,
): string {
  if (to === null) return from === 0 ? t('any amount') : t('{{from}} and more', { from: rupees(from) })
  return from === to ? rupees(from) : t('{{from}} to {{to}}', { from: rupees(from), to: rupees(to) })
}
