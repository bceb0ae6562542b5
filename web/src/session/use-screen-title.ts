import { useMatch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from './use-page-title.ts'

/** The name of the screen at this address, in the person's language; it names the browser tab too. */
export function useScreenTitle(): string {
  const { t } = useTranslation()
  const heading = useMatch({ strict: false, select: ({ staticData }) => staticData.heading ?? '' })
  const title = t(heading)
  usePageTitle(title)
  return title
}
