import { useTranslation } from 'react-i18next'
import type { Gap } from './coverage.ts'

const HATCHES = [
  ['error', 'Nobody approves'],
  ['warning', 'Probably not meant'],
  ['intended', 'Intended gap'],
] as const satisfies readonly (readonly [Gap['severity'], string])[]

/** What the hatches of a drawing mean, of those that are in it. */
export function HatchKey({ marks }: { marks: readonly Pick<Gap, 'severity'>[] }) {
  const { t } = useTranslation()
  return HATCHES.filter(([hatch]) => marks.some(({ severity }) => severity === hatch)).map(([hatch, meaning]) => (
    <span key={hatch}>
      <i data-hatch={hatch} />
      {t(meaning)}
    </span>
  ))
}
