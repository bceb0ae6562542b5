import type { TFunction } from 'i18next'
import { FORMER_REASONS } from './former-reasons.ts'

/** A reason in the language of the screen. That of a row of a file names its columns: 'email: Email is required; …'. */
export function failureWords(message: string, t: TFunction): string {
  const wordsOf = (reason: string) => t(FORMER_REASONS[reason] ?? reason)
  return message
    .split('; ')
    .map((part) => {
      const [, column, reason] = /^(\w+): (.+)$/.exec(part) ?? []
      return column && reason ? `${column}: ${wordsOf(reason)}` : wordsOf(part)
    })
    .join('; ')
}
