import { createElement, Fragment, type ReactNode, useCallback, useEffect, useState } from 'react'
import type { Answered } from './express.ts'

type Asked = { state: 'asking' | 'allowed' | 'denied' | 'unavailable'; reasons: string[] }

const ASKING: Asked = { state: 'asking', reasons: [] }
const UNAVAILABLE: Asked = { state: 'unavailable', reasons: [] }

/**
 * Whether the signed-in person may do something, asked at an address of your own server (`answerApproval`). It is asked
 * again when the address changes, and by `askAgain`, for example after an action.
 */
export function useApproval(address: string): Asked & { askAgain: () => void } {
  const [asked, setAsked] = useState(ASKING)
  const [round, setRound] = useState(0)
  const askAgain = useCallback(() => setRound((before) => before + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once in each round
  useEffect(() => {
    const left = new AbortController()
    setAsked(ASKING)
    void ask(address, left.signal).then((answer) => {
      if (!left.signal.aborted) setAsked(answer)
    })
    return () => left.abort()
  }, [address, round])

  return { ...asked, askAgain }
}

type Props = {
  /** The address of your own server that answers with `answerApproval`. */
  from: string
  children?: ReactNode
  /** Shown when it is denied, or cannot be asked. */
  otherwise?: ReactNode
  /** Shown until it is answered. */
  waiting?: ReactNode
}

/**
 * Shows its children to people who may act. It only hides: the act itself needs `requireApproval` on your server.
 */
export function Approved({ from, children, otherwise = null, waiting = null }: Props): ReactNode {
  const { state } = useApproval(from)
  const shown = state === 'allowed' ? children : state === 'asking' ? waiting : otherwise
  return createElement(Fragment, null, shown)
}

/** Only an answer that says so allows anything. */
async function ask(address: string, signal: AbortSignal): Promise<Asked> {
  try {
    const response = await fetch(address, { headers: { accept: 'application/json' }, cache: 'no-store', signal })
    if (!response.ok) return UNAVAILABLE
    const { isAllowed, reasons } = (await response.json()) as Answered
    return { state: isAllowed === true ? 'allowed' : 'denied', reasons }
  } catch {
    return UNAVAILABLE
  }
}
