import i18next from 'i18next'
import { flushSync } from 'react-dom'
import { PRINTING_CHANGED } from './printing-changed.ts'

let isPaper = false

/** Whether the page is drawn for paper, where nobody knows which day 'today' was. */
export const isPrinting = (): boolean => isPaper

/** Draws everything that translates once more before and after it is printed. @returns what ends it */
export function watchPrinting(): () => void {
  const ended = new AbortController()
  const { signal } = ended
  // Browsers differ in which of the two they say, and some say both.
  addEventListener('beforeprint', () => draw(true), { signal })
  addEventListener('afterprint', () => draw(false), { signal })
  matchMedia('print').addEventListener('change', ({ matches }) => draw(matches), { signal })
  return () => ended.abort()
}

function draw(forPaper: boolean): void {
  if (isPaper === forPaper) return
  isPaper = forPaper
  // The browser takes the page as it is when this returns.
  flushSync(() => i18next.emit(PRINTING_CHANGED))
}
