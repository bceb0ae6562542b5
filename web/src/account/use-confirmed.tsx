import { type ReactNode, useState } from 'react'
import { isError } from '../api.ts'
import { ConfirmPerson } from './ConfirmPerson.tsx'

type Asked = { hasPassword: boolean; hasPasskey: boolean; answer: (isConfirmed: boolean) => void }

/**
 * Makes changes for which the server wants a recent sign-in. Where it asks, the person confirms in `dialog`, and the
 * change is made again; `null` when they do not.
 */
export function useConfirmed() {
  const [asked, setAsked] = useState<Asked | null>(null)

  async function confirmed<Result>(change: () => Promise<Result>): Promise<Result | null> {
    try {
      return await change()
    } catch (error) {
      if (!isError(error, 'confirmation_needed')) throw error
      const { hasPassword, hasPasskey } = error.data
      const isConfirmed = await new Promise<boolean>((answer) =>
        setAsked({ hasPassword: hasPassword === true, hasPasskey: hasPasskey === true, answer }),
      )
      setAsked(null)
      return isConfirmed ? change() : null
    }
  }

  const dialog: ReactNode = asked && <ConfirmPerson {...asked} onDone={asked.answer} />
  return { confirmed, dialog }
}
