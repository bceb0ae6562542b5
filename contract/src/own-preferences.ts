import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const LANGUAGES = ['en', 'hi'] as const
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Such as 'Asia/Kolkata' or 'UTC'; offsets such as '+05:30' have no name. */
const ZONE_NAME = /^[A-Za-z][\w+-]*(\/[\w+-]+){0,2}$/

/** Whether this is a time zone of the IANA database that this server or browser knows. */
export function isTimeZone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** `null`: not chosen, so that the language and theme are the browser's last ones, and the time zone the browser's. */
export const preferences = z.object({
  language: z.nullable(z.enum(LANGUAGES)),
  theme: z.nullable(z.enum(THEMES)),
  timeZone: z.nullable(z.string()),
})
export type Preferences = z.output<typeof preferences>

export const setPreferences = endpoint({
  method: 'POST',
  path: '/api/session/preferences',
  access: 'session',
  summary:
    "Changes one's own language, theme and time zone; what is left out stays. Messages follow the language, and their times the time zone.",
  message: 'Preferences saved',
  request: z.object({
    language: z.optional(z.enum(LANGUAGES)),
    theme: z.optional(z.enum(THEMES)),
    /** A name of the IANA database; `null`: the browser's. */
    timeZone: z.optional(
      z.nullable(z.string().check(z.maxLength(64, 'Too Long!'), z.refine(isTimeZone, 'There is no such time zone'))),
    ),
  }),
  response: preferences,
})
