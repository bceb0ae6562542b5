import { useEffect } from 'react'
import { useSettings } from './use-session.ts'

/** Names the browser tab after the screen and the brand. */
export function usePageTitle(title: string): void {
  const { brand } = useSettings()
  useEffect(() => {
    document.title = title.includes(brand) ? title : `${title} - ${brand}`
  }, [title, brand])
}
