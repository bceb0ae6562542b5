import type { MessageLanguage } from '@gatehouse/contract/notices.ts'

const LOCALES: Record<MessageLanguage, string> = { en: 'en-IN', hi: 'hi-IN' }
/** Formatters are costly to make; there is one for each language. */
const clocks = new Map<string, Intl.DateTimeFormat>()

const MINUTE_MS = 60_000
/** The last formatted minute of each formatter: messages of one minute share it. */
const said = new Map<string, { minute: number; words: string }>()

/** The form in which messages show a time, to the minute. */
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
