import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Opens the form for a new record where the address says `new=true`, and takes that out of the address. */
export function useNewFromAddress(canWrite: boolean, onNew: () => void): void {
  const navigate = useNavigate()
  const isAsked = 'new' in useSearch({ strict: false })

  useEffect(() => {
    if (!isAsked) return
    void navigate({ to: '.', search: withoutNew, replace: true })
    if (canWrite) onNew()
  }, [isAsked, canWrite, onNew, navigate])
}

function withoutNew({ new: _, ...rest }: Record<string, unknown>) {
  return rest
}
