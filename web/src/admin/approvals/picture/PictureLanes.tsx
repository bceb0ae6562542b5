import { type CSSProperties, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type Lane, laneName, type PictureProps, rangeOf, tickText } from './approval-bar.ts'
import { HatchKey } from './HatchKey.tsx'
import { marksOf } from './lane-marks.ts'
import { PictureBar } from './PictureBar.tsx'
import { linesOf, makeScale, type Scale } from './picture-scale.ts'

const LINE_PX = 36
const BAR_PX = 28
const EDGE_PX = 12
const ACTIONS = ['Creator', 'Approval', 'Authorised', 'Authorised Approval', 'Final Approval'] as const

/** A lane for each step and a bar for each row. What is missing, or there twice, is hatched where it is. */
export function PictureLanes({ picture, place }: PictureProps) {
  const { t } = useTranslation()
  const hatch = useId()
  const hasSteps = picture.lanes.some(({ isCreation }) => !isCreation)
  const lanes: Lane[] = hasSteps
    ? picture.lanes
    : [...picture.lanes, { isCreation: false, isCatchAll: false, sequence: null, bars: [] }]
  const bars = lanes.flatMap((lane) => lane.bars)
  const scale = makeScale(bars.flatMap(({ rangeFrom, rangeTo }) => [rangeFrom, rangeTo]))
  const marks = lanes.map((lane) => marksOf(lane, picture))
  return (
    <figure className="picture">
      <svg className="picture-patterns" width="0" height="0" aria-hidden="true" focusable="false">
        <defs>
          {(['error', 'warning', 'intended'] as const).map((severity) => (
            <pattern
              key={severity}
              id={`${hatch}${severity}`}
              className={`picture-hatch-${severity}`}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width="2.5" height="6" />
            </pattern>
          ))}
        </defs>
      </svg>
      {lanes.map((lane, index) => (
        <div key={`${lane.isCreation} ${lane.isCatchAll} ${lane.sequence}`} className="picture-lane">
          <div className="picture-label">
            <b>{hasSteps || lane.isCreation ? laneName(lane) : t('Approval')}</b>
            <span>{[...new Set(lane.bars.map(({ action }) => t(action)))].join(', ')}</span>
          </div>
          <Track lane={lane} scale={scale} marks={marks[index] ?? []} hatch={hatch} place={place} />
        </div>
      ))}
      <div className="picture-lane" aria-hidden="true">
        <div />
        <div className="picture-axis">
          {scale.ticks.map((tick) => (
            <span key={tick} style={{ '--at': `${scale.at(tick)}%` } as CSSProperties}>
              {tickText(tick)}
            </span>
          ))}
        </div>
      </div>
      <figcaption className="picture-key">
        {ACTIONS.filter((action) => bars.some((bar) => bar.action === action)).map((action) => (
          <span key={action}>
            <i data-action={action} />
            {t(action)}
          </span>
        ))}
        {bars.some(({ neverAsked }) => neverAsked.length > 0) && (
          <span>
            <i data-never />
            {t('Never asked')}
          </span>
        )}
        <HatchKey marks={marks.flat()} />
      </figcaption>
    </figure>
  )
}

type TrackProps = Omit<PictureProps, 'picture'> & {
  lane: Lane
  scale: Scale
  marks: ReturnType<typeof marksOf>
  hatch: string
}

function Track({ lane, scale, marks, hatch, place }: TrackProps) {
  const { t } = useTranslation()
  const spans = lane.bars.map(rangeOf)
  const lines = linesOf(spans)
  const height = EDGE_PX * 2 + Math.max(1, ...lines.map((line) => line + 1)) * LINE_PX - (LINE_PX - BAR_PX)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of links inside a drawing is no fieldset
    <svg className="picture-track" width="100%" height={height} role="group" aria-label={laneName(lane)}>
      {scale.ticks.map((tick) => (
        <line
          key={tick}
          className="picture-line"
          x1={`${scale.at(tick)}%`}
          x2={`${scale.at(tick)}%`}
          y1="0"
          y2={height}
        />
      ))}
      {lane.bars.map((bar, index) => (
        <PictureBar
          // The catch-all role has a bar for each range that it catches.
          key={`${bar._id} ${bar.rangeFrom}`}
          bar={bar}
          scale={scale}
          y={EDGE_PX + (lines[index] ?? 0) * LINE_PX}
          height={BAR_PX}
          place={place}
        />
      ))}
      {marks.map(({ from, to, severity, text }) => (
        <rect
          key={text}
          className="picture-mark"
          data-severity={severity}
          x={`${scale.at(from)}%`}
          y="3"
          height={height - 6}
          style={{ width: `max(5px, ${scale.at(to) - scale.at(from)}%)`, fill: `url(#${hatch}${severity})` }}
        >
          <title>{text}</title>
        </rect>
      ))}
      {lane.bars.length === 0 && (
        <text className="picture-nobody" x="50%" y={height / 2} dominantBaseline="central" textAnchor="middle">
          {t('Nobody approves')}
        </text>
      )}
    </svg>
  )
}
