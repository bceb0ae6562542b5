import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useToasts } from '../ui/use-toasts.ts'

type Watched = { onAdded: () => void; onRemoved: () => void }

/** The passkeys or authenticator apps of the person: which there are, which one is renamed or removed, and what follows. */
export function useOwnFactors<Factor, Data>(kind: string, load: () => Promise<Data>, { onAdded, onRemoved }: Watched) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  const [renaming, setRenaming] = useState<Factor | null>(null)
  const [removing, setRemoving] = useState<Factor | null>(null)
  const { data, error, refetch } = useQuery({ queryKey: [kind], queryFn: load, staleTime: 0 })

  function refresh() {
    void cache.invalidateQueries({ queryKey: [kind] })
    // Whether they take its place.
    void cache.invalidateQueries({ queryKey: ['recoveryCodes'] })
  }

  function handleChange(message: string) {
    toasts.success(t(message))
    refresh()
  }

  function handleAdded(message: string) {
    handleChange(message)
    onAdded()
  }

  function handleRemoved() {
    setRemoving(null)
    refresh()
    onRemoved()
  }

  return {
    ...{ data, error, refetch, renaming, setRenaming, removing, setRemoving },
    ...{ handleChange, handleAdded, handleRemoved },
  }
}
