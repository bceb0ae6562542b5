import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Success } from '../../../ui/FormEnd.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { newSecretOf } from './NewSecretFields.tsx'

/** English. */
export const NEVER_SHOWN =
  '“{{title}}”: a new one was made after you left, and nobody has seen it. Revoke it, and create another one.'

type NewSecret = ReturnType<typeof newSecretOf>

/** Making a secret, which is shown once, and ending others. */
export function useSecretChanges() {
  const cache = useQueryClient()
  /** The new one, until it was seen. */
  const [made, setMade] = useState<string | null>(null)
  /** What the next one is to be called, as typed so far. */
  const [name, setName] = useState('')
  const [isNameMissing, setIsNameMissing] = useState(false)
  /** Whether what is under way makes one. */
  const [isMaking, setIsMaking] = useState(false)
  const [done, setDone] = useState<Success | null>(null)
  const change = useAction(async (work: () => Promise<void>) => {
    setDone(null)
    await work()
    void cache.invalidateQueries()
  })
  /** Says that one was ended, and loads the others again. */
  function announce(text: string) {
    setDone({ text })
    void cache.invalidateQueries()
  }
  /** Makes one of what the form holds. It is shown in place of the form or over it; the form is empty afterwards. */
  async function handleMake(event: FormEvent<HTMLFormElement>, make: (sent: NewSecret) => Promise<string>) {
    event.preventDefault()
    const form = event.currentTarget
    const sent = newSecretOf(form)
    const isMissing = sent.name.trim() === ''
    setIsNameMissing(isMissing)
    if (isMissing) return form.querySelector<HTMLInputElement>('input[name="name"]')?.focus()
    setIsMaking(true)
    await change.run(async () => {
      setMade(await make(sent))
      setName('')
      form.reset()
    })
    setIsMaking(false)
  }
  const clearDone = () => setDone(null)
  const fields = { name, setName, isNameMissing }
  return { change, done, announce, clearDone, made, hideMade: () => setMade(null), fields, handleMake, isMaking }
}
