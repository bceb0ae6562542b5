import { useEffect } from 'react'
import { useBrand } from './use-branding.ts'

/** Names the browser tab after the screen and the brand. */
export function usePageTitle(title: string): void {
  const brand = useBrand()
  useEffect(() => {
    document.title = title.includes(brand) ? title : `${title} - ${brand}`
  }, [title, brand])
}
