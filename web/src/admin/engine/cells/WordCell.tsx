import { useTranslation } from 'react-i18next'

/** One of a fixed set of words, in the reader's language. */
export function WordCell({ word }: { word: string }) {
  const { t } = useTranslation()
  return t(word)
}
