import { loadPart } from '../../load-part.ts'

const REASONS = [
  { found: /<table\b/i, reason: 'This template uses tables that the Write tab would remove. Edit it as HTML.' },
  {
    found: /<style\b|[\s"'/]style\s*=/i,
    reason: 'This template uses styles that the Write tab would remove. Edit it as HTML.',
  },
  {
    found: /<(!doctype|html|head|body)\b/i,
    reason: 'This template is a full HTML page, which the Write tab would shorten. Edit it as HTML.',
  },
]

/**
 * Why HTML cannot go through the writing view unharmed, in English; `null` when it can.
 *
 * @throws PartNotLoaded
 */
export async function whyNotWrite(html: string): Promise<string | null> {
  const known = REASONS.find(({ found }) => found.test(html))
  if (known) return known.reason
  if (html === '') return null
  const { isKept } = await loadPart(() => import('./write-schema.ts'))
  return isKept(html) ? null : 'This template uses HTML that the Write tab would change. Edit it as HTML.'
}
