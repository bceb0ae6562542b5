import type { VISITOR_ERRORS } from '@gatehouse/contract/visitor-errors.ts'
import { useEffect, useState } from 'react'
import { isError } from '../api.ts'
import { useAction } from '../ui/use-action.ts'
import { usePathSecret } from './use-path-secret.ts'

type Link = {
  /** Of the page: see `usePathSecret`. */
  name: string
  inPath: string | undefined
  removeFromPath: () => void
  /** Asks whether a link can still be used. Not called for text that can be no link. */
  isUsable: (secret: string) => Promise<boolean>
  isWellFormed: (secret: string) => boolean
  /** The error of a link that cannot be used. */
  refusal: keyof typeof VISITOR_ERRORS
}

/** A link that works once. The server is asked about it first, so that nobody fills in a form for an invalid link. */
export function useOneTimeLink({ name, inPath, removeFromPath, isUsable, isWellFormed, refusal }: Link) {
  const { secret, forget } = usePathSecret(name, inPath, removeFromPath)
  const [state, setState] = useState<'looking' | 'form' | 'invalid' | 'done'>(
    isWellFormed(secret) ? 'looking' : 'invalid',
  )
  const look = useAction(async () => {
    if (await isUsable(secret)) setState('form')
    else refuse()
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once, when the page opens
  useEffect(() => {
    if (state === 'looking') void look.run()
  }, [])

  function refuse() {
    forget()
    setState('invalid')
  }

  /** Uses the link up by `work`. Every other failure than an invalid link is thrown. */
  async function use(work: (secret: string) => Promise<unknown>): Promise<void> {
    try {
      await work(secret)
      forget()
      setState('done')
    } catch (error) {
      if (!isError(error, refusal)) throw error
      refuse()
    }
  }

  return { state, look, use, refusal }
}
