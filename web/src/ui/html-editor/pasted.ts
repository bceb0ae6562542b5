import { inertDocument } from '../inert-document.ts'

const KINDS = [
  { found: 'table', label: 'tables' },
  { found: 'img, picture, svg, video, canvas', label: 'pictures' },
  {
    found: '[data-style], [class], [bgcolor], [color], font, noframes[data-css]',
    label: 'colours, fonts and other styles',
  },
  { found: 'form, input, button, select, textarea, iframe, object, script', label: 'forms and programs' },
]

/** What the writing view does not keep of pasted HTML, in English. */
export function lostOf(html: string): string[] {
  // What was copied in the view itself is kept whole.
  if (html.includes('data-pm-slice')) return []
  const { documentElement } = inertDocument(html)
  return KINDS.filter(({ found }) => documentElement.querySelector(found) !== null).map(({ label }) => label)
}
