import type { ServiceAccountKey } from '@gatehouse/contract/admin/service-accounts/service-accounts.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useAction } from '../../ui/use-action.ts'

type Props = {
  serviceKey: ServiceAccountKey
  canChange: boolean
  /** @throws whatever it failed with */
  onRevoke: (keyId: string) => Promise<void>
}

/** One key: its name, how it begins, and when it was created, last used and expires. */
export function KeyRow({ serviceKey, canChange, onRevoke }: Props) {
  const { t, i18n } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const { _id, name, prefix, createdAt, createdBy, expiresAt, lastUsedAt, lastUsedFrom } = serviceKey
  const revoking = useAction(async () => {
    await onRevoke(_id)
    setIsAsking(false)
  })
  const moment = (at: string) => formatMoment(new Date(at), new Date(), i18n.language)
  const facts = [
    createdBy
      ? t('Created {{moment}} by {{name}}', { moment: moment(createdAt), name: createdBy })
      : t('Created {{moment}}', { moment: moment(createdAt) }),
    lastUsedAt
      ? t('Last used {{moment}} from {{address}}', { moment: moment(lastUsedAt), address: lastUsedFrom ?? '–' })
      : t('Not used yet'),
    t('Expires {{moment}}', { moment: moment(expiresAt) }),
  ]

  return (
    <li className="secret-row">
      <span className="secret-text">
        {name}
        <span className="attached-detail">
          <code>{prefix}…</code> · {facts.join(' · ')}
        </span>
      </span>
      {canChange && (
        <span className="secret-actions">
          <Button variant="neutral" onClick={() => setIsAsking(true)}>
            {t('Revoke')}
          </Button>
        </span>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('Revoke {{name}}?', { name })}
          confirmLabel={t('Revoke')}
          tone="danger"
          isBusy={revoking.isBusy}
          error={revoking.error}
          onConfirm={revoking.run}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('The program can no longer call the portal with this key.')}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
