import type { ServiceAccountKey } from '@gatehouse/contract/admin/service-accounts/service-accounts.ts'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../i18n/format.ts'
import { RevocableRow } from '../engine/attach/RevocableRow.tsx'

type Props = {
  serviceKey: ServiceAccountKey
  canChange: boolean
  /** @throws whatever it failed with */
  onRevoke: (keyId: string) => Promise<void>
}

/** One key: its name, how it begins, and when it was created, last used and expires. */
export function KeyRow({ serviceKey, canChange, onRevoke }: Props) {
  const { t, i18n } = useTranslation()
  const { _id, name, prefix, createdAt, createdBy, expiresAt, lastUsedAt, lastUsedFrom } = serviceKey
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
    <RevocableRow
      name={name}
      facts={
        <>
          <code>{prefix}…</code> · {facts.join(' · ')}
        </>
      }
      canChange={canChange}
      consequence={t(
        'The program can no longer call the portal with this key, and its jobs that this key has begun end. Invitations that it has sent stay open.',
      )}
      onRevoke={() => onRevoke(_id)}
    />
  )
}
