import type { Output } from '@gatehouse/contract/endpoint.ts'
import { addAuthenticator, type requestAuthenticator } from '@gatehouse/contract/factors/authenticators.ts'
import { useEffect, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { call, isError } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { bindField } from '../ui/bind-field.ts'
import { CodeField } from '../ui/CodeField.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'
import { resolverOf } from '../ui/resolver-of.ts'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'
import './add-authenticator.css'
import { qrPath } from './qr-path.ts'

export type NewSecret = Output<typeof requestAuthenticator>

type Props = { secret: NewSecret; onAdded: (message: string) => void; onClose: () => void }

/** Shows the secret of a new authenticator app, and adds the app once it has shown a right code. */
export function AddAuthenticator({ secret: { secret, uri, enrolment }, onAdded, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: resolverOf(addAuthenticator.request),
    defaultValues: { enrolment, name: t('Authenticator app'), code: '' },
  })
  const submit = useAction(async (input: z.output<typeof addAuthenticator.request>) => {
    await call(addAuthenticator, input)
    onAdded(addAuthenticator.message)
    onClose()
  })
  const { path, size } = useMemo(() => qrPath(uri), [uri])

  useEffect(() => {
    form.setFocus('code', { shouldSelect: submit.error !== null })
  }, [submit.error, form])

  return (
    <Dialog title={t('Add an authenticator app')} onClose={onClose} isBusy={submit.isBusy}>
      <form className="form" method="post" noValidate onSubmit={form.handleSubmit(submit.run)}>
        <ol className="new-authenticator">
          <li>
            <p>{t('Scan this code with your authenticator app.')}</p>
            <svg className="new-authenticator-code" viewBox={`0 0 ${size} ${size}`} role="img">
              <title>{t('QR code with the key of your account')}</title>
              <path d={path} />
            </svg>
            <p className="new-authenticator-hint">
              <a href={uri}>{t('Open the app on this device')}</a>
            </p>
            <p className="new-authenticator-hint">{t('If you cannot scan it, enter this key in the app:')}</p>
            <div className="new-authenticator-key">
              <code>{inGroups(secret)}</code>
              <CopyButton text={secret} label={t('Copy the key')} />
            </div>
          </li>
          <li>
            <CodeField
              {...form.register('code')}
              label={t('Enter the code that the app shows now')}
              error={form.formState.errors.code?.message}
              isRefused={isError(submit.error, 'authenticator_code_wrong')}
            />
          </li>
        </ol>
        <TextField {...bindField(form, 'name')} label={t('Name')} autoComplete="off" />
        <FormEnd error={submit.error} takesFocus={false}>
          <Button variant="neutral" isIdle={submit.isBusy} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" isBusy={submit.isBusy}>
            {t('Add')}
          </Button>
        </FormEnd>
      </form>
    </Dialog>
  )
}

/** Easier to type. */
const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')
