const DAY_MS = 86_400_000

/** A span of time in words, rounded up: '45 seconds', '4 minutes'. */
export function formatSpan(seconds: number, language: string): string {
  const [amount, unit] = seconds < 60 ? [seconds, 'second'] : [seconds / 60, 'minute']
  const format = { style: 'unit', unit: unit as string, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(locale(language), format).format(Math.ceil(amount as number))
}

/** A moment as people say it: 'today 08:12', 'yesterday 17:30', '3 Nov 2026, 09:00'. */
export function formatMoment(moment: Date, now: Date, language: string): string {
  const days = Math.round((startOfDay(moment) - startOfDay(now)) / DAY_MS)
  if (days < -1) {
    return new Intl.DateTimeFormat(locale(language), { dateStyle: 'medium', timeStyle: 'short' }).format(moment)
  }
  const day = new Intl.RelativeTimeFormat(locale(language), { numeric: 'auto' }).format(days, 'day')
  return `${day} ${new Intl.DateTimeFormat(locale(language), { timeStyle: 'short' }).format(moment)}`
}

function locale(language: string): string {
  return `${language}-IN`
}

function startOfDay(moment: Date): number {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime()
}
