import type { TFunction } from 'i18next'
import { ApiError, messageOf } from '../api-error.ts'
import { sentenceOf } from './sentence-of.ts'

/** Why something failed, for people, whatever was thrown. */
export const reasonOf = (failure: unknown, t: TFunction, language: string): string =>
  failure instanceof ApiError ? sentenceOf(failure, t, language) : t(messageOf(failure))
