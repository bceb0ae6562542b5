import { formatter } from './formatters.ts'

/** A span of time in words, rounded up: '45 seconds', '4 minutes', and whole hours: '8 hours'. */
export function formatSpan(seconds: number, language: string): string {
  const isHours = seconds > 0 && seconds % 3600 === 0
  const [amount, unit] =
    seconds < 60 ? [seconds, 'second'] : isHours ? [seconds / 3600, 'hour'] : [seconds / 60, 'minute']
  const format = { style: 'unit', unit: unit as string, unitDisplay: 'long' } as const
  return formatter('number', language, format).format(Math.ceil(amount as number))
}

/** How long to wait, in hours from two on: nobody counts a thousand minutes. */
export const formatWait = (seconds: number, language: string): string =>
  formatSpan(seconds < 7200 ? seconds : Math.ceil(seconds / 3600) * 3600, language)
