import type { ShownBranding } from '@gatehouse/contract/get-branding.ts'
import type { CSSProperties } from 'react'

/**
 * The attributes of an element that has the accent of a branding, with all in it. The colours are set by script, as the
 * policy of our pages demands; `brand-head.css` makes tokens of them.
 */
export function brandColours(colours: ShownBranding['colours'] | undefined) {
  if (!colours) return {}
  const values = (['light', 'dark'] as const).flatMap((theme) =>
    Object.entries(colours[theme]).map(([name, colour]) => [`--brand-${name}-${theme}`, colour]),
  )
  return { style: Object.fromEntries(values) as CSSProperties, 'data-branded': true }
}
