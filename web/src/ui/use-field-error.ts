import { useTranslation } from 'react-i18next'
import { reasonOf } from './reason-of.ts'

/** What a field says of a call that failed, such as the upload of its picture. */
export function useFieldError(failure: unknown): string | undefined {
  const { t, i18n } = useTranslation()
  return failure ? reasonOf(failure, t, i18n.language) : undefined
}
