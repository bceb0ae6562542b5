import { CircleAlert, CircleSlash, TriangleAlert } from 'lucide-react'
import type { Gap } from './coverage.ts'
import type { Scale } from './picture-scale.ts'

type Range = { from: number; to: number | null }

type Props = {
  region: string
  column: string
  text: string
  /** What is wrong here, in sentences. */
  facts: readonly string[]
  asked: readonly Range[]
  gaps: readonly Gap[]
  scale: Scale
  /** Whether the Tab key stops here. */
  isStop: boolean
  onFocus: () => void
  onChoose: () => void
}

const ICONS = { error: CircleAlert, warning: TriangleAlert, intended: CircleSlash }

/** What one step does in one region, in words and on the axis that all cells share. */
export function CoverageCell({ region, column, text, facts, asked, gaps, scale, isStop, onFocus, onChoose }: Props) {
  const worst = (['error', 'warning', 'intended'] as const).find((one) => gaps.some(({ severity }) => severity === one))
  const Icon = worst && ICONS[worst]
  const part = ({ from, to }: Range) => ({
    insetInlineStart: `${scale.at(from)}%`,
    width: `max(3px, ${scale.at(to) - scale.at(from)}%)`,
  })
  return (
    <td data-severity={worst} data-none={(asked.length === 0 && !worst) || undefined}>
      <button
        type="button"
        tabIndex={isStop ? 0 : -1}
        aria-label={[`${region}, ${column}: ${text}`, ...facts].join('. ')}
        title={facts.join(' ') || undefined}
        onFocus={onFocus}
        onClick={onChoose}
      >
        <span className="coverage-text">
          {Icon && <Icon size={14} aria-hidden />}
          {text}
        </span>
        <span className="coverage-track" aria-hidden="true">
          {asked.map((range) => (
            <i key={range.from} style={part(range)} />
          ))}
          {gaps.map((gap) => (
            <i key={`${gap.finding.key} ${gap.from}`} data-severity={gap.severity} style={part(gap)} />
          ))}
        </span>
      </button>
    </td>
  )
}
