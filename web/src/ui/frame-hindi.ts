import devanagari from './fonts/devanagari.woff2'

const FAMILY = 'Noto Sans Devanagari Variable'
const LETTERS = /[\u0900-\u097F]/

/** The portal's own letters, for a frame: it knows nothing of the page's fonts. */
export const HINDI_FACE = `@font-face { font-family: '${FAMILY}'; font-weight: 400 700; src: url('${new URL(devanagari, location.href).href}') }`

/** Hindi that no font of a message or of the system has would be boxes: the portal's own letters come last. */
export function showHindi(target: Document): void {
  const view = target.defaultView
  if (!view) return
  for (const element of [target.body, ...target.body.querySelectorAll<HTMLElement>('*')]) {
    const hasLetters = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && LETTERS.test(node.textContent ?? ''),
    )
    if (hasLetters) element.style.fontFamily = `${view.getComputedStyle(element).fontFamily}, '${FAMILY}'`
  }
}
