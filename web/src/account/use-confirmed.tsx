import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isError } from '../api.ts'
import { ConfirmPerson } from './ConfirmPerson.tsx'

type Asked = { needsStrong: boolean; hasPassword: boolean; hasPasskey: boolean; answer: (isConfirmed: boolean) => void }

/**
 * Makes changes for which the server wants a recent sign-in. Where it asks, the person confirms in `dialog`, and the
 * change is made again; `null` when they do not.
 */
export function useConfirmed() {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked | null>(null)

  async function confirmed<Result>(change: () => Promise<Result>): Promise<Result | null> {
    try {
      return await change()
    } catch (error) {
      if (!isError(error, 'confirmation_needed')) throw error
      const { needsStrong, hasPassword, hasPasskey } = error.data
      const isConfirmed = await new Promise<boolean>((answer) =>
        setAsked({
          needsStrong: needsStrong === true,
          hasPassword: hasPassword === true,
          hasPasskey: hasPasskey === true,
          answer,
        }),
      )
      setAsked(null)
      return isConfirmed ? change() : null
    }
  }

  const reason = asked?.needsStrong
    ? t('Use a passkey or the code of your authenticator app. A code by email is not enough.')
    : t('To change how you sign in, you must have signed in during the last ten minutes.')
  const dialog: ReactNode = asked && <ConfirmPerson {...asked} reason={reason} onDone={asked.answer} />
  return { confirmed, dialog }
}
