import type { MessageLanguage } from '@gatehouse/contract/notices.ts'

const LOCALES: Record<MessageLanguage, string> = { en: 'en-IN', hi: 'hi-IN' }
/** Costly to make, and there are two in a process. */
const clocks = new Map<string, Intl.DateTimeFormat>()

/** A moment as messages say it. */
export function formatTime(at: Date, language: MessageLanguage, timeZone: string): string {
  const name = `${language} ${timeZone}`
  const clock =
    clocks.get(name) ??
    new Intl.DateTimeFormat(LOCALES[language], {
      ...{ timeZone, day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' },
      timeZoneName: 'short',
    })
  clocks.set(name, clock)
  return clock.format(at)
}
