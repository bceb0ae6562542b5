import { amountsText } from '@gatehouse/contract/admin/approvals/finding-words.ts'
import type { approvalCoverage } from '@gatehouse/contract/admin/approvals/picture.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import i18next from 'i18next'
import { type Finding, findingWords } from '../approval-finding.ts'

export type Coverage = Output<typeof approvalCoverage>
type Step = Coverage['steps'][number]
type Cell = Coverage['areas'][number]['cells'][number]
type Range = { from: number; to: number | null }

export type Gap = Range & { severity: 'error' | 'warning' | 'intended'; finding: Finding }

/** The gaps of a region: those of a step, or without one those in which nobody approves at all. */
export function gapsOf(coverage: Coverage, region: string, step: Step | null): Gap[] {
  if (step?.isCatchAll) return caughtByNobody(coverage, region, step)
  const { findings, intended } = coverage
  const isHere = (finding: Finding) =>
    (finding.regions.length === 0 || finding.regions.includes(region)) && isGapOf(finding, step)
  return [
    ...findings.filter(isHere).flatMap((finding): Gap[] => {
      const { from, to, severity } = finding
      return severity === 'note' ? [] : [{ from, to, severity, finding }]
    }),
    ...intended.filter(isHere).map((finding): Gap => {
      const { from, to } = finding
      return { from, to, severity: 'intended', finding }
    }),
  ]
}

/** What the catch-all role is asked about in a region while nobody has it. */
function caughtByNobody({ findings, steps, areas }: Coverage, region: string, step: Step): Gap[] {
  const area = areas.find(({ regions }) => regions.includes(region))
  const asked = area?.cells[steps.indexOf(step)]?.asked ?? []
  return findings
    .filter(({ code }) => code === 'catch-all-without-people')
    .flatMap((finding) => asked.map((range): Gap => ({ ...range, severity: 'error', finding })))
}

function isGapOf({ code, step, roles }: Finding, of: Step | null): boolean {
  if (of === null) return code === 'nobody' || (code === 'one-apart' && step === null)
  const isOfStep = !of.isCreation && step === of.sequence
  if (code === 'step-gap' || code === 'one-apart') return isOfStep && step !== null
  // Creation is no step of the order: its roles may have any number.
  return code === 'no-people' && (of.isCreation || isOfStep) && roles.some(({ name }) => of.roles.includes(name))
}

const WITHOUT_PEOPLE: readonly string[] = ['no-people', 'catch-all-without-people']

/** What a step is asked about, in words: 'up to ₹1,00,000', and whether nobody has one of its roles. */
export function askedText({ asked, hasRows }: Cell, gaps: readonly Gap[]): string {
  const { t } = i18next
  if (asked.length === 0) return hasRows ? t('Never asked') : '–'
  const said = rangesText(asked)
  const empty = rangesText(gaps.filter(({ finding }) => WITHOUT_PEOPLE.includes(finding.code)))
  if (empty === '') return said
  // Other roles of the step may have people.
  return empty === said ? `${said} · ${t('nobody')}` : `${said} · ${t('nobody')}: ${empty}`
}

export function rangesText(ranges: readonly Range[]): string {
  const { t } = i18next
  const words = findingWords()
  const textOf = ({ from, to }: Range) =>
    from === 0 && to !== null ? t('up to {{amount}}', { amount: words.rupees(to) }) : amountsText({ from, to }, words)
  return ranges.map(textOf).join(', ')
}
