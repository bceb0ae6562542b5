import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { useCallback, useEffect, useState } from 'react'

const HIGHLIGHT_MS = 2000

/** The id of the row that was just saved. */
export function useHighlight() {
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const highlight = useCallback(({ _id }: RecordRow) => setHighlighted(_id), [])

  useEffect(() => {
    if (!highlighted) return
    const timer = setTimeout(() => setHighlighted(null), HIGHLIGHT_MS)
    return () => clearTimeout(timer)
  }, [highlighted])

  return { highlighted, highlight }
}
