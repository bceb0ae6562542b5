import { type applications, renewApplicationSecret } from '@gatehouse/contract/admin/applications.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { useAction } from '../ui/use-action.ts'
import { SecretShown } from './SecretShown.tsx'
import type { RowOf } from './screen.ts'

type Props = { row: RowOf<typeof applications>; onClose: () => void }

/** Gives an application a new secret and shows it, this once. */
export function ApplicationSecret({ row, onClose }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)
  const renewal = useAction(async () => {
    const made = await call(renewApplicationSecret, { applicationId: row._id })
    setSecret(made.secret)
    // The list knows which applications have one.
    void cache.invalidateQueries()
  })
  const title = t('New secret - {{name}}', { name: row.name.description })

  if (secret !== null) return <SecretShown title={title} secret={secret} onClose={onClose} />
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={t('Make a new secret')}
      tone={row.hasSecret ? 'danger' : 'primary'}
      isBusy={renewal.isBusy}
      onConfirm={renewal.run}
      onClose={onClose}
    >
      <p>
        {row.hasSecret
          ? t(
              'The secret that is in use is void at once: the application cannot redeem sign-ins until it knows the new one.',
            )
          : t('The application has no secret yet. With one it can redeem sign-ins.')}
      </p>
      <ErrorAlert error={renewal.error} />
    </ConfirmDialog>
  )
}
