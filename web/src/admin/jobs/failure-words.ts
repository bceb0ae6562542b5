import { unfilled } from '@gatehouse/contract/admin/jobs/import-messages.ts'
import type { TFunction } from 'i18next'
import { ApiError } from '../../api-error.ts'
import { FORMER_REASONS } from './former-reasons.ts'

/** A reason in the language of the screen. That of a row of a file names its columns: 'email: Email is required; …'. */
export const failureWords = (message: string, t: TFunction): string => failureLines(message, t).join('; ')

/** The parts of a reason, one for each column. */
export function failureLines(message: string, t: TFunction): string[] {
  const wordsOf = (reason: string) => {
    const found = unfilled(reason)
    return found ? t(found.message, found.values) : t(FORMER_REASONS[reason] ?? reason)
  }
  return message.split('; ').map((part) => {
    const [, column, reason] = /^(\w+): (.+)$/.exec(part) ?? []
    return column && reason ? `${column}: ${wordsOf(reason)}` : wordsOf(part)
  })
}

/** The refusal of a file in the language of the screen; anything else as it is. */
export function fileFailure(error: unknown, t: TFunction): unknown {
  return error instanceof ApiError ? new ApiError(error.code, failureWords(error.message, t), error.data, error) : error
}
