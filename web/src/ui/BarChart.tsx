import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import './bar-chart.css'

export type Series = { name: string; values: readonly number[] }

type Props = {
  /** What the chart is about. */
  label: string
  /** One for each bar: on the axis, and in full. */
  bars: readonly { short: string; full: string }[]
  /** Up to two, which stand on each other; the second one is hatched, so that nobody needs its colour. */
  series: readonly Series[]
  format: (value: number) => string
}

const HEIGHT_PX = 160
/** Of the place that a bar has. */
const BAR_WIDTH = 0.68
const LABEL_EVERY = 7

/**
 * Bars of numbers by day. The arrow keys go from bar to bar, as in a slider, and what a bar stands for is said; the same
 * numbers belong into a table beside it.
 */
export function BarChart({ label, bars, series, format }: Props) {
  const hatch = useId()
  const [shown, setShown] = useState<number | null>(null)
  const last = bars.length - 1
  const totals = bars.map((_, bar) => series.reduce((sum, { values }) => sum + (values[bar] ?? 0), 0))
  const { top, lines } = scaleOf(Math.max(...totals, 0))
  const step = 100 / bars.length
  const said = (bar: number) =>
    `${bars[bar]?.full}: ${series.map(({ name, values }) => `${name} ${format(values[bar] ?? 0)}`).join(', ')}`

  const handleKey = (event: KeyboardEvent) => {
    // With another key they are the browser's own.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = nextBar(event.key, shown ?? last, last)
    if (next === null) return
    event.preventDefault()
    setShown(next)
  }
  const handlePointer = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setShown(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * bars.length))))
  }

  return (
    <div className="bar-chart">
      <div className="bar-chart-scale" aria-hidden="true">
        {lines.map((line) => (
          <span key={line} style={{ insetBlockEnd: `${(line / top) * 100}%` }}>
            {format(line)}
          </span>
        ))}
      </div>
      <div
        className="bar-chart-plot"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={(shown ?? last) + 1}
        aria-valuetext={said(shown ?? last)}
        onKeyDown={handleKey}
        onFocus={() => setShown(shown ?? last)}
        onBlur={() => setShown(null)}
        onPointerMove={handlePointer}
        onPointerLeave={({ currentTarget }) => currentTarget === document.activeElement || setShown(null)}
      >
        <svg width="100%" height={HEIGHT_PX} aria-hidden="true" focusable="false">
          <defs>
            <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect className="bar-chart-hatch-ground" width="5" height="5" />
              <rect className="bar-chart-hatch" width="2.5" height="5" />
            </pattern>
          </defs>
          {lines.map((line) => (
            <line key={line} className="bar-chart-line" x1="0" x2="100%" y1={yOf(line, top)} y2={yOf(line, top)} />
          ))}
          {bars.map(({ full }, bar) => (
            <Bar
              key={full}
              x={(bar + (1 - BAR_WIDTH) / 2) * step}
              width={BAR_WIDTH * step}
              values={series.map(({ values }) => values[bar] ?? 0)}
              top={top}
              hatch={`url(#${hatch})`}
              isShown={shown === bar}
            />
          ))}
        </svg>
        {shown !== null && (
          <div
            className="bar-chart-tip"
            data-side={shown > last / 2 ? 'start' : 'end'}
            style={{ insetInlineStart: `${(shown + 0.5) * step}%` }}
            aria-hidden="true"
          >
            <strong>{bars[shown]?.full}</strong>
            {series.map(({ name, values }, index) => (
              <span key={name}>
                <i className="bar-chart-key" data-series={index} />
                {name}
                <b>{format(values[shown] ?? 0)}</b>
              </span>
            ))}
          </div>
        )}
      </div>
      <div className="bar-chart-axis" aria-hidden="true">
        {bars.map(({ short, full }, bar) =>
          (last - bar) % LABEL_EVERY === 0 ? (
            <span
              key={full}
              style={bar === last ? { insetInlineEnd: 0 } : { insetInlineStart: `${(bar + 0.5) * step}%` }}
            >
              {short}
            </span>
          ) : null,
        )}
      </div>
    </div>
  )
}

/** What the colours mean. */
export function ChartKey({ index }: { index: number }) {
  return <i className="bar-chart-key" data-series={index} aria-hidden="true" />
}

type BarProps = { x: number; width: number; values: number[]; top: number; hatch: string; isShown: boolean }

function Bar({ x, width, values, top, hatch, isShown }: BarProps) {
  let below = 0
  return (
    <g data-shown={isShown || undefined}>
      {isShown && <rect className="bar-chart-band" x={`${x}%`} width={`${width}%`} y="0" height={HEIGHT_PX} />}
      {values.map((value, index) => {
        const y = yOf(below + value, top)
        const height = yOf(below, top) - y
        below += value
        if (value === 0) return null
        const own = { key: index, x: `${x}%`, width: `${width}%`, y, height: Math.max(1, height) }
        return index === 0 ? (
          <rect {...own} key={own.key} className="bar-chart-bar" />
        ) : (
          <rect {...own} key={own.key} className="bar-chart-bar-second" fill={hatch} />
        )
      })}
    </g>
  )
}

const yOf = (value: number, top: number) => HEIGHT_PX - (value / top) * (HEIGHT_PX - 8)

/** Lines at round numbers, up to one that is not below the greatest. */
function scaleOf(greatest: number): { top: number; lines: number[] } {
  const rough = Math.max(1, greatest) / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, (([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) as number) * power)
  const count = Math.max(1, Math.ceil(greatest / step))
  return { top: step * count, lines: Array.from({ length: count + 1 }, (_, index) => index * step) }
}

function nextBar(key: string, bar: number, last: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, bar - 1)
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, bar + 1)
    case 'PageUp':
      return Math.min(last, bar + LABEL_EVERY)
    case 'PageDown':
      return Math.max(0, bar - LABEL_EVERY)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
