import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../api-error.ts'
import { sentenceOf } from './sentence-of.ts'

/** What a field says of a call that failed, such as the upload of its picture. */
export function useFieldError(failure: unknown): string | undefined {
  const { t, i18n } = useTranslation()
  if (!failure) return undefined
  return failure instanceof ApiError ? sentenceOf(failure, t, i18n.language) : messageOf(failure)
}
