import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { reachText } from '../approval-role.ts'
import { type Bar, barAmounts, type PictureProps, peopleText, rangeOf } from './approval-bar.ts'
import type { Scale } from './picture-scale.ts'

type Props = Omit<PictureProps, 'picture'> & { bar: Bar; scale: Scale; y: number; height: number }

/** A row over its amounts: a link to its role. The name ends where the bar does. */
export function PictureBar({ bar, scale, y, height, place }: Props) {
  const { t } = useTranslation()
  const { from, to } = rangeOf(bar)
  const start = scale.at(from)
  const width = (end: number, begin: number) => `max(6px, calc(${end - begin}% - 2px))`
  const reach = reachText(bar)
  const facts = [t(bar.action), barAmounts(bar), peopleText(bar), reach && t('for {{reach}}', { reach })]
    .filter(Boolean)
    .join(', ')
  return (
    <Link
      to="/dashboard/Eroleclient"
      search={{ ...place, clientId: bar.roleClientId, field: 'name', search: bar.role, open: bar.applicationRoleId }}
      className="picture-bar"
      data-action={bar.action}
      data-empty={bar.count === 0 || undefined}
    >
      <title>{`${bar.role}: ${facts}`}</title>
      <rect
        className="picture-bar-body"
        x={`${start}%`}
        y={y}
        height={height}
        rx="6"
        style={{ width: width(scale.at(to), start) }}
      />
      <svg x={`${start}%`} y={y} width={`${scale.at(to) - start}%`} height={height} aria-hidden="true">
        <text x="10" y={height / 2} dominantBaseline="central">
          {[bar.role, reach].filter(Boolean).join(' · ')}
        </text>
      </svg>
      {bar.neverAsked.map((part) => (
        <rect
          key={part.from}
          className="picture-never"
          x={`${scale.at(part.from)}%`}
          y={y}
          height={height}
          style={{ width: width(scale.at(part.to), scale.at(part.from)) }}
        />
      ))}
    </Link>
  )
}
