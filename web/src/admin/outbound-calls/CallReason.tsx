import { useTranslation } from 'react-i18next'
import { reasonOf } from './calls-words.ts'

/** Why the last try failed; what exactly came back stands with the tries. */
export function CallReason({ reason }: { reason: string }) {
  const { t } = useTranslation()
  const { words, status } = reasonOf(reason)
  return t(words, { status })
}
