import type { MessageLanguage } from '@gatehouse/contract/notices.ts'

const LOCALES: Record<MessageLanguage, string> = { en: 'en-IN', hi: 'hi-IN' }
/** People choose time zones, in any spelling, so what is kept of them is bounded. */
const KEPT_MAX = 200
/** Formatters are costly to make; there is one for each language and time zone. */
const formatters = new Map<string, Intl.DateTimeFormat>()

const MINUTE_MS = 60_000
/** The last formatted minute of each formatter: messages of one minute share it. */
const lastTexts = new Map<string, { minute: number; words: string }>()

/** The form in which messages show a time, to the minute. */
export function formatTime(at: Date, language: MessageLanguage, timeZone: string): string {
  const name = `${language} ${timeZone}`
  const minute = Math.floor(at.getTime() / MINUTE_MS)
  const last = lastTexts.get(name)
  if (last?.minute === minute) return last.words
  const words = formatterOf(name, language, timeZone).format(at)
  lastTexts.set(name, { minute, words })
  return words
}

function formatterOf(name: string, language: MessageLanguage, timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(name)
  if (known !== undefined) return known
  if (formatters.size >= KEPT_MAX) {
    formatters.clear()
    lastTexts.clear()
  }
  const formatter = makeFormatter(language, timeZone)
  formatters.set(name, formatter)
  return formatter
}

function makeFormatter(language: MessageLanguage, timeZone: string): Intl.DateTimeFormat {
  const parts = { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' } as const
  const timeZoneName = 'short'
  try {
    return new Intl.DateTimeFormat(LOCALES[language], { ...parts, timeZone, timeZoneName })
  } catch {
    // A zone that another server knows, with a newer Node: no message may fail for it.
    return new Intl.DateTimeFormat(LOCALES[language], { ...parts, timeZone: 'UTC', timeZoneName })
  }
}

/** The form in which messages show a day such as '2026-12-01'. */
export const formatDay = (day: string, language: MessageLanguage): string =>
  new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(new Date(`${day}T00:00:00Z`))
