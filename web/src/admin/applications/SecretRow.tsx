import type { ApplicationSecret } from '@gatehouse/contract/admin/applications/secrets.ts'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { RevocableRow } from '../engine/attach/RevocableRow.tsx'

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
export function SecretRow({ secret, canChange, onEnd, onRevoke }: Props) {
  const { t, i18n } = useTranslation()
  const { _id, name, createdAt, expiresAt, lastUsedAt } = secret
  const moment = (at: string) => formatMoment(new Date(at), new Date(), i18n.language)
  const facts = [
    createdAt && t('Created {{moment}}', { moment: moment(createdAt) }),
    lastUsedAt ? t('Last used {{moment}}', { moment: moment(lastUsedAt) }) : t('Not used yet'),
    expiresAt ? t('Expires {{moment}}', { moment: moment(expiresAt) }) : t('Valid until revoked'),
  ]
  return (
    <RevocableRow
      name={name || t('First secret')}
      facts={facts.filter(Boolean).join(' · ')}
      canChange={canChange}
      consequence={t('The application can no longer authenticate with this secret.')}
      onRevoke={() => onRevoke(_id)}
    >
      <Button variant="neutral" onClick={() => onEnd(_id, expiresAt === null ? OVERLAP_DAYS : null)}>
        {expiresAt === null ? t('Expire in a week') : t('Keep')}
      </Button>
    </RevocableRow>
  )
}
