import { rotateWebhookSecret } from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useAction } from '../../ui/use-action.ts'
import { SecretShown } from '../engine/cells/SecretShown.tsx'
import type { WebhookDialog } from './webhook-row.ts'

function useNewSecret(webhookId: string) {
  const cache = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)
  const making = useAction(async () => {
    setSecret((await call(rotateWebhookSecret, { webhookId })).secret)
    // The list shows which webhooks have a secret.
    void cache.invalidateQueries()
  })
  return { secret, ...making }
}

/** Creates and shows the secret of a webhook that was just saved without one. */
export function FirstSecret({ row, onClose }: WebhookDialog) {
  const { t } = useTranslation()
  const { secret, error, run } = useNewSecret(row._id)
  const title = t('New secret - {{name}}', { name: row.name })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => void run(), [])

  if (secret !== null)
    return <SecretShown title={title} secret={secret} message={t('Secret Created')} onClose={onClose} />
  return (
    // The dialog stays open while the secret is created, because it is shown only once.
    <Dialog title={title} onClose={onClose} isBusy={error === null}>
      <div className="form">
        {error === null && <Spinner size={24} />}
        <FormEnd error={error}>
          {error !== null && (
            <Button variant="neutral" onClick={run}>
              {t('Retry')}
            </Button>
          )}
        </FormEnd>
      </div>
    </Dialog>
  )
}

/** Creates and shows a secret after confirmation. */
export function NewSecret({ row, onClose }: WebhookDialog) {
  const { t } = useTranslation()
  const { secret, error, isBusy, run } = useNewSecret(row._id)
  const title = t('New secret - {{name}}', { name: row.name })

  if (secret !== null)
    return <SecretShown title={title} secret={secret} message={t(rotateWebhookSecret.message)} onClose={onClose} />
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={t('Create secret')}
      isBusy={isBusy}
      error={error}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        {row.hasSecret
          ? t(
              'For 24 hours, events are signed with both secrets so that the receiver can switch. If the old secret has leaked, create a new one twice: the old one then stops signing at once.',
            )
          : t('This webhook has no secret yet. No events are sent until it has one.')}
      </p>
    </ConfirmDialog>
  )
}
