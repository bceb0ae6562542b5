import i18next from 'i18next'
import { type Finding, findingText } from '../approval-finding.ts'
import type { Lane, Picture } from './approval-bar.ts'

export type Mark = { from: number; to: number | null; severity: 'error' | 'warning' | 'intended'; text: string }

/**
 * What is hatched in a lane: amounts that are missing there, those that are meant to be, with the reason, and those of rows that stand
 * in each other's way.
 */
export function marksOf(lane: Lane, { findings, intended }: Pick<Picture, 'findings' | 'intended'>): Mark[] {
  const { t } = i18next
  return [
    ...findings.flatMap((finding): Mark[] => {
      const { severity, from, to } = finding
      return severity !== 'note' && isAbout(lane, finding) ? [{ from, to, severity, text: findingText(finding) }] : []
    }),
    ...intended.flatMap((gap): Mark[] => {
      const { from, to, reason } = gap
      const text = t('{{finding}} This is intended: {{reason}}', { finding: findingText(gap), reason })
      return isAbout(lane, gap) ? [{ from, to, severity: 'intended', text }] : []
    }),
  ]
}

function isAbout({ isCreation, isCatchAll, sequence, bars }: Lane, { code, step, rows }: Finding): boolean {
  if (isCreation || isCatchAll) return false
  switch (code) {
    case 'nobody':
      return true
    case 'one-apart':
      return step === null || step === sequence
    case 'step-gap':
      return step === sequence
    case 'no-final':
      return bars.some(({ action }) => action === 'Final Approval')
    case 'overlap':
    case 'shared-bound':
    case 'different-actions':
      return bars.some(({ _id }) => rows.includes(_id))
    default:
      return false
  }
}
