import type { ApplicationSecret } from '@gatehouse/contract/admin/applications/secrets.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useAction } from '../../ui/use-action.ts'

type Props = {
  secret: ApplicationSecret
  canChange: boolean
  onEnd: (secretId: string, days: number | null) => void
  /** @throws whatever it failed with */
  onRevoke: (secretId: string) => Promise<void>
}

/** How long the old secret stays valid after a new one was created. */
const OVERLAP_DAYS = 7

/** One secret: its name, and when it was created, last used and expires. */
export function SecretRow({ secret: { _id, name, createdAt, expiresAt, lastUsedAt }, canChange, ...rest }: Props) {
  const { t, i18n } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const { onEnd, onRevoke } = rest
  const revoking = useAction(async () => {
    await onRevoke(_id)
    setIsAsking(false)
  })
  const moment = (at: string) => formatMoment(new Date(at), new Date(), i18n.language)
  const shown = name || t('First secret')
  const facts = [
    createdAt && t('Created {{moment}}', { moment: moment(createdAt) }),
    lastUsedAt ? t('Last used {{moment}}', { moment: moment(lastUsedAt) }) : t('Not used yet'),
    expiresAt ? t('Expires {{moment}}', { moment: moment(expiresAt) }) : t('Valid until revoked'),
  ]

  return (
    <li className="secret-row">
      <span className="secret-text">
        {shown}
        <span className="attached-detail">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      {canChange && (
        <span className="secret-actions">
          <Button variant="neutral" onClick={() => onEnd(_id, expiresAt === null ? OVERLAP_DAYS : null)}>
            {expiresAt === null ? t('Expire in a week') : t('Keep')}
          </Button>
          <Button variant="neutral" onClick={() => setIsAsking(true)}>
            {t('Revoke')}
          </Button>
        </span>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('Revoke {{name}}?', { name: shown })}
          confirmLabel={t('Revoke')}
          tone="danger"
          isBusy={revoking.isBusy}
          error={revoking.error}
          onConfirm={revoking.run}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('The application can no longer authenticate with this secret.')}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
