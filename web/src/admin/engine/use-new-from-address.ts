import { useLocation, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { StartValues } from '../../session/start-values.ts'
import { useChangeAddress } from '../../ui/use-change-address.ts'

/** Opens the form for a new record where the address says `new=true`, and takes that out of the address. */
export function useNewFromAddress(canWrite: boolean, onNew: (start?: StartValues) => void): void {
  const changeAddress = useChangeAddress()
  const isAsked = 'new' in useSearch({ strict: false })
  const start = useLocation({ select: ({ state }) => state.start })

  useEffect(() => {
    if (!isAsked) return
    changeAddress({ search: withoutNew, replace: true })
    if (canWrite) onNew(start)
  }, [isAsked, canWrite, onNew, changeAddress, start])
}

function withoutNew({ new: _, ...rest }: Record<string, unknown>) {
  return rest
}
