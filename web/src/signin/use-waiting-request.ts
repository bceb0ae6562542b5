import type { Output } from '@gatehouse/contract/endpoint.ts'
import { answerWaitingRequest, getWaitingRequest } from '@gatehouse/contract/oidc.ts'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../api.ts'
import { useAction } from '../ui/use-action.ts'

export type WaitingRequest = Output<typeof getWaitingRequest>

/**
 * What an application that signs somebody in waits for, and the answer, which leaves this page. `isOver`: answered to a
 * program on the device, which leaves the page where it is.
 */
export function useWaitingRequest() {
  const { request = '' } = useSearch({ strict: false })
  const [waiting, setWaiting] = useState<WaitingRequest | null>(null)
  const [hasAnswered, setHasAnswered] = useState(false)
  const load = useAction(async () => setWaiting(await call(getWaitingRequest, { request })))
  const answer = useAction(async (allow: boolean, client?: string) => {
    const { continueAt } = await call(answerWaitingRequest, { request, allow, client })
    window.location.replace(continueAt)
    // The page stays as it is until it is left, which it never is where a program on the device is answered.
    setHasAnswered(true)
    await new Promise(() => {})
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the page opens
  useEffect(() => void load.run(), [])

  const isOver = hasAnswered && waiting?.isOnDevice === true
  const error = load.error ?? answer.error
  return { waiting, answer, isOver, failure: { error, retry: load.run, isBusy: load.isBusy } }
}
