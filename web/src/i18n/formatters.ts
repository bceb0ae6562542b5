import { timeZone } from './shown-time-zone.ts'

type Kinds = {
  number: [Intl.NumberFormat, Intl.NumberFormatOptions]
  moment: [Intl.DateTimeFormat, Intl.DateTimeFormatOptions]
  days: [Intl.RelativeTimeFormat, Intl.RelativeTimeFormatOptions]
}

const MAKERS: { [Kind in keyof Kinds]: (locale: string, options: Kinds[Kind][1]) => Kinds[Kind][0] } = {
  number: (locale, options) => new Intl.NumberFormat(locale, options),
  moment: (locale, options) => new Intl.DateTimeFormat(locale, options),
  days: (locale, options) => new Intl.RelativeTimeFormat(locale, options),
}

const made = new Map<string, Kinds[keyof Kinds][0]>()

/** The formatter of the language with the customs of India, for moments in the viewer's time zone. To make one takes longer than to draw a row, so each is kept. */
export function formatter<Kind extends keyof Kinds>(
  kind: Kind,
  language: string,
  options: Kinds[Kind][1] = {},
): Kinds[Kind][0] {
  const given = kind === 'moment' ? { timeZone: timeZone(), ...options } : options
  const name = `${kind} ${language} ${JSON.stringify(given)}`
  const kept = made.get(name) ?? MAKERS[kind](`${language}-IN`, given)
  made.set(name, kept)
  return kept
}
