import type { OwnCode } from '@gatehouse/contract/own-code.ts'
import { confirmPhone } from '@gatehouse/contract/phone-proof.ts'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { isAboutCode } from '../session/code-errors.ts'
import { resolverOf } from '../ui/resolver-of.ts'
import { useAction } from '../ui/use-action.ts'

export type GivesCode = (otp: string) => Promise<void>
export type AsksForCode = () => Promise<OwnCode>

/** The form for a code that was sent to an address or number of one's own: its field, its sending, and asking for another code. */
export function useOwnCode(onSubmit: GivesCode, ask: AsksForCode) {
  const form = useForm({ resolver: resolverOf(confirmPhone.request), defaultValues: { otp: '' } })
  const submit = useAction(({ otp }: { otp: string }) => onSubmit(otp))
  const handleSubmit = form.handleSubmit(submit.run, submit.clear)

  useEffect(() => {
    if (submit.error) form.setFocus('otp', { shouldSelect: true })
  }, [submit.error, form])

  async function resend() {
    const answer = await ask()
    // What was wrong with the former code says nothing about the new one.
    submit.clear()
    return answer
  }

  const field = {
    ...form.register('otp'),
    error: form.formState.errors.otp?.message,
    isRefused: isAboutCode(submit.error),
    onComplete: () => void handleSubmit(),
  }
  return { submit, handleSubmit, resend, field }
}
