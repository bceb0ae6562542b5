import type { TFunction } from 'i18next'

/** A reason in the language of the screen. That of a row of a file names its columns: 'email: Email is required; …'. */
export function failureWords(message: string, t: TFunction): string {
  return message
    .split('; ')
    .map((part) => {
      const [, column, reason] = /^(\w+): (.+)$/.exec(part) ?? []
      return column && reason ? `${column}: ${t(reason)}` : t(part)
    })
    .join('; ')
}
