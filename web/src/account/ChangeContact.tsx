import type { OwnCode } from '@gatehouse/contract/own-code.ts'
import {
  confirmEmailChange,
  confirmPhoneChange,
  requestEmailChange,
  requestPhoneChange,
} from '@gatehouse/contract/own-contact.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { bindField } from '../ui/bind-field.ts'
import { resolverOf } from '../ui/resolver-of.ts'
import { TextField } from '../ui/TextField.tsx'
import { WorkDialog } from '../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../ui/unsaved/WorkEnd.tsx'
import { useUnsavedPart } from '../ui/unsaved/work-in-dialog.ts'
import { useAction } from '../ui/use-action.ts'
import { NewContactCode } from './NewContactCode.tsx'

type Props = { kind: 'email' | 'phone'; onChanged: () => void; onClose: () => void }

/** A new address or number of one's own: entered, and then proved by the code that is sent there. */
export function ChangeContact({ kind, onChanged, onClose }: Props) {
  const { t } = useTranslation()
  const [sent, setSent] = useState<{ to: string; code: OwnCode } | null>(null)
  const title = kind === 'email' ? t('Change the email address') : t('Change the phone number')

  const request = (to: string) =>
    kind === 'email' ? call(requestEmailChange, { email: to }) : call(requestPhoneChange, { phoneNumber: to })
  const send = async (to: string) => setSent({ to, code: await request(to) })

  async function confirm(otp: string) {
    await (kind === 'email' ? call(confirmEmailChange, { otp }) : call(confirmPhoneChange, { otp }))
    onChanged()
  }

  return (
    <WorkDialog title={title} success={t('“{{title}}” is done.', { title })} onClose={onClose}>
      {sent === null ? (
        kind === 'email' ? (
          <NewEmail onSend={send} />
        ) : (
          <NewPhone onSend={send} />
        )
      ) : (
        <NewContactCode {...sent} ask={() => request(sent.to)} onSubmit={confirm} onRestart={() => setSent(null)} />
      )}
    </WorkDialog>
  )
}

type FormProps = { onSend: (to: string) => Promise<void> }

function NewEmail({ onSend }: FormProps) {
  const { t } = useTranslation()
  const form = useForm({ resolver: resolverOf(requestEmailChange.request), defaultValues: { email: '' } })
  const sending = useAction(({ email }: { email: string }) => onSend(email))
  return (
    <form className="form" noValidate onSubmit={form.handleSubmit(sending.run)}>
      <p>{t('A code goes to the new address. The old one is notified, and can undo the change for 72 hours.')}</p>
      <TextField
        {...bindField(form, 'email')}
        label={t('New email address')}
        type="email"
        inputMode="email"
        autoComplete="email"
        required
      />
      <End error={sending.error} isBusy={sending.isBusy} isUnsaved={form.formState.isDirty} />
    </form>
  )
}

function NewPhone({ onSend }: FormProps) {
  const { t } = useTranslation()
  const form = useForm({ resolver: resolverOf(requestPhoneChange.request), defaultValues: { phoneNumber: '' } })
  const sending = useAction(({ phoneNumber }: { phoneNumber: string }) => onSend(phoneNumber))
  return (
    <form className="form" noValidate onSubmit={form.handleSubmit(sending.run)}>
      <p>
        {t('A code goes to the new number. Your email address and the old number can undo the change for 72 hours.')}
      </p>
      <TextField
        {...bindField(form, 'phoneNumber')}
        label={t('New phone number')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        required
      />
      <End error={sending.error} isBusy={sending.isBusy} isUnsaved={form.formState.isDirty} />
    </form>
  )
}

function End({ error, isBusy, isUnsaved }: { error: unknown; isBusy: boolean; isUnsaved: boolean }) {
  const { t } = useTranslation()
  useUnsavedPart(isUnsaved)
  return <WorkEnd work={{ isBusy, error }} label={t('Send code')} />
}
