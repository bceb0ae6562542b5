import type { CodeSent } from '@gatehouse/contract/signin.ts'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useChangeAddress } from '../ui/use-change-address.ts'

/** A sign-in that was begun on this very page. */
export type Begun = { identifier: string; sent: CodeSent }

/**
 * Whether the page shows its second step, the code. That stands in the address, so that the step outlives a reload, a way
 * elsewhere and back, and a tab that the phone has put away; which sign-in it is, the browser's cookie says.
 */
export function useCodeStep() {
  const changeAddress = useChangeAddress()
  const isShown = useSearch({ strict: false }).step === 'code'
  const [begun, setBegun] = useState<Begun | null>(null)

  // On coming back later, the times that step one answered are no longer true.
  useEffect(() => {
    if (!isShown) setBegun(null)
  }, [isShown])

  function show(started: Begun) {
    setBegun(started)
    changeAddress({ search: (before) => ({ ...before, step: 'code' }) })
  }

  function leave() {
    changeAddress({ search: ({ step: _, ...before }) => before, replace: true })
  }

  return { isShown, begun, show, leave }
}
