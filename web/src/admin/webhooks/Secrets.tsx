import { type KeptSecret, rotateWebhookSecret } from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { formatMoment } from '../../i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useAction } from '../../ui/use-action.ts'
import { SecretShown } from '../engine/cells/SecretShown.tsx'
import type { WebhookDialog } from './webhook-row.ts'

type Wish = { version: number; keeps?: KeptSecret }

function useNewSecret(webhookId: string) {
  const cache = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)
  const making = useAction(async (wish?: Wish) => {
    try {
      setSecret((await call(rotateWebhookSecret, { webhookId, ...wish })).secret)
    } finally {
      // The list shows which webhooks have a secret, or two of which one has to be chosen.
      void cache.invalidateQueries()
    }
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
            <Button variant="neutral" onClick={() => run()}>
              {t('Retry')}
            </Button>
          )}
        </FormEnd>
      </div>
    </Dialog>
  )
}

/** Creates and shows a secret after confirmation, and the choice of the one that goes on while two sign. */
export function NewSecret({ row, onClose }: WebhookDialog) {
  const { t } = useTranslation()
  const { secret, error, isBusy, run } = useNewSecret(row._id)
  const [keeps, setKeeps] = useState<KeptSecret | ''>('')
  const title = t('New secret - {{name}}', { name: row.name })
  const { version, hasSecret, previousSecretUntil: until } = row
  const isAsked = until !== null

  if (secret !== null)
    return <SecretShown title={title} secret={secret} message={t(rotateWebhookSecret.message)} onClose={onClose} />
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={t('Create secret')}
      isBusy={isBusy}
      isBlocked={isAsked && keeps === ''}
      error={error}
      onConfirm={() => run({ version, ...(isAsked && keeps !== '' && { keeps }) })}
      onClose={onClose}
    >
      <p>
        {hasSecret
          ? t(
              'For 24 hours, events are signed with both secrets so that the receiver can switch. If the old secret has leaked, create a further one afterwards: you can then end the old one at once.',
            )
          : t('This webhook has no secret yet. No events are sent until it has one.')}
      </p>
      {isAsked && <KeptChoice until={until} value={keeps} onChange={setKeeps} />}
    </ConfirmDialog>
  )
}

type KeptProps = { until: string; value: KeptSecret | ''; onChange: (kept: KeptSecret) => void }

function KeptChoice({ until, value, onChange }: KeptProps) {
  const { t, i18n } = useTranslation()
  const time = formatMoment(new Date(until), new Date(), i18n.language)
  return (
    <>
      <p>{t('Two secrets sign already, until {{time}}. Only one of them can go on beside the new one.', { time })}</p>
      <RadioGroup<KeptSecret | ''>
        label={t('Which secret does the receiver have?')}
        value={value}
        onChange={(kept) => kept !== '' && onChange(kept)}
        choices={[
          { value: 'former', label: t('The former one'), about: t('The current one ends now.') },
          { value: 'current', label: t('The current one'), about: t('The former one ends now.') },
        ]}
      />
    </>
  )
}
