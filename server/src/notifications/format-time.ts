import type { MessageLanguage } from '@gatehouse/contract/notices.ts'

const LOCALES: Record<MessageLanguage, string> = { en: 'en-IN', hi: 'hi-IN' }
/** People choose time zones, in any spelling, so what is kept of them is bounded. */
const KEPT_MAX = 200

type Parts = Intl.DateTimeFormatOptions
const DAY: Parts = { day: 'numeric', month: 'short', year: 'numeric' }
const TIME: Parts = { ...DAY, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }
const CLOCK: Parts = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }

/** Formatters are costly to make; there is one for each language, time zone and form. */
const formatters = new Map<string, Intl.DateTimeFormat>()

const MINUTE_MS = 60_000
/** The last formatted minute of each formatter: messages of one minute share it. */
const lastTexts = new Map<string, { minute: number; words: string }>()

/** A moment that a message names: an exact one, or the beginning or end of what mostly lasts for whole days. */
export type Moment = { at: Date; is: 'time' | 'beginning' | 'end' }

/**
 * The form in which messages show a moment. What begins or ends at midnight of its reader has a day in place of a time, as screens show it:
 * its first or its last one.
 */
export function formatMoment({ at, is }: Moment, language: MessageLanguage, timeZone: string): string {
  if (is === 'time' || !isMidnight(at, timeZone)) return formatTime(at, language, timeZone)
  const within = is === 'end' ? new Date(at.getTime() - 1) : at
  return formatterOf(language, timeZone, DAY).format(within)
}

const isMidnight = (at: Date, timeZone: string): boolean =>
  formatterOf('en', timeZone, CLOCK).format(at) === '00:00:00' && at.getTime() % 1000 === 0

/** The form in which messages show a time, to the minute. */
export function formatTime(at: Date, language: MessageLanguage, timeZone: string): string {
  const name = `${language} ${timeZone}`
  const minute = Math.floor(at.getTime() / MINUTE_MS)
  const last = lastTexts.get(name)
  if (last?.minute === minute) return last.words
  const words = formatterOf(language, timeZone, TIME).format(at)
  lastTexts.set(name, { minute, words })
  return words
}

function formatterOf(language: MessageLanguage, timeZone: string, parts: Parts): Intl.DateTimeFormat {
  const name = `${language} ${timeZone} ${Object.keys(parts)}`
  const known = formatters.get(name)
  if (known !== undefined) return known
  if (formatters.size >= KEPT_MAX) {
    formatters.clear()
    lastTexts.clear()
  }
  const formatter = makeFormatter(language, timeZone, parts)
  formatters.set(name, formatter)
  return formatter
}

function makeFormatter(language: MessageLanguage, timeZone: string, parts: Parts): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(LOCALES[language], { ...parts, timeZone })
  } catch {
    // A zone that another server knows, with a newer Node: no message may fail for it.
    return new Intl.DateTimeFormat(LOCALES[language], { ...parts, timeZone: 'UTC' })
  }
}

/** The form in which messages show a day such as '2026-12-01'. */
export const formatDay = (day: string, language: MessageLanguage): string =>
  new Intl.DateTimeFormat(LOCALES[language], { ...DAY, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
