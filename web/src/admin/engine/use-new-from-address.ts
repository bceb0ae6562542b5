import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { StartValues } from '../../session/start-values.ts'

/** Opens the form for a new record where the address says `new=true`, and takes that out of the address. */
export function useNewFromAddress(canWrite: boolean, onNew: (start?: StartValues) => void): void {
  const navigate = useNavigate()
  const isAsked = 'new' in useSearch({ strict: false })
  const start = useLocation({ select: ({ state }) => state.start })

  useEffect(() => {
    if (!isAsked) return
    void navigate({ to: '.', search: withoutNew, replace: true })
    if (canWrite) onNew(start)
  }, [isAsked, canWrite, onNew, navigate, start])
}

function withoutNew({ new: _, ...rest }: Record<string, unknown>) {
  return rest
}
