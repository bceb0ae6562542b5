import type { MessageLanguage } from '@gatehouse/contract/notices.ts'

const LOCALES: Record<MessageLanguage, string> = { en: 'en-IN', hi: 'hi-IN' }
/** Costly to make, and there are two in a process. */
const clocks = new Map<string, Intl.DateTimeFormat>()

const MINUTE_MS = 60_000
/** The minute that was said last by each of them: messages of one minute say the same. */
const said = new Map<string, { minute: number; words: string }>()

/** A moment as messages say it, to the minute. */
export function formatTime(at: Date, language: MessageLanguage, timeZone: string): string {
  const name = `${language} ${timeZone}`
  const minute = Math.floor(at.getTime() / MINUTE_MS)
  const last = said.get(name)
  if (last?.minute === minute) return last.words
  const words = clockOf(name, language, timeZone).format(at)
  said.set(name, { minute, words })
  return words
}

function clockOf(name: string, language: MessageLanguage, timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(name) ??
    new Intl.DateTimeFormat(LOCALES[language], {
      ...{ timeZone, day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' },
      timeZoneName: 'short',
    })
  clocks.set(name, clock)
  return clock
}
