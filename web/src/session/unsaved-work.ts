import { useEffect } from 'react'

const forms = new Set<object>()

/** Whether a form on the page holds what would be lost by leaving it. */
export function hasUnsavedWork(): boolean {
  return forms.size > 0
}

/** Says that this form holds something unsaved. */
export function useUnsavedWork(hasUnsaved: boolean): void {
  useEffect(() => {
    if (!hasUnsaved) return
    const form = {}
    forms.add(form)
    return () => void forms.delete(form)
  }, [hasUnsaved])
}
