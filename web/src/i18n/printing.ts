import i18next from 'i18next'
import { flushSync } from 'react-dom'

/** What components that translate listen to, besides a change of the language. */
export const PRINTING_CHANGED = 'printing-changed'

let isPaper = false

/** Whether the page is drawn for paper, where nobody knows which day 'today' was. */
export const isPrinting = (): boolean => isPaper

/** Draws everything that translates once more before and after it is printed. */
export function watchPrinting(): void {
  // Browsers differ in which of the two they say, and some say both.
  addEventListener('beforeprint', () => draw(true))
  addEventListener('afterprint', () => draw(false))
  matchMedia('print').addEventListener('change', ({ matches }) => draw(matches))
}

function draw(forPaper: boolean): void {
  if (isPaper === forPaper) return
  isPaper = forPaper
  // The browser takes the page as it is when this returns.
  flushSync(() => i18next.emit(PRINTING_CHANGED))
}
