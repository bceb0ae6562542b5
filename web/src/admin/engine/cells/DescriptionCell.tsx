import { useTranslation } from 'react-i18next'
import { descriptionWords } from '../description-words.ts'

/** The description of a role or permission, in the language of the reader if it is a built-in one. */
export function DescriptionCell({ of: { name, description } }: { of: { name: string; description: string } }) {
  const { t } = useTranslation()
  return descriptionWords(name, description, t)
}
