import type { Recovery } from '@gatehouse/contract/admin/people/recoveries.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../i18n/format.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { RECOVERY_WORDS, whatFollows } from './recovery-words.ts'
import './recoveries.css'

type Props = { recoveries: readonly Recovery[]; actions: (recovery: Recovery) => ReactNode }

export function RecoveryList({ recoveries, actions }: Props) {
  const { t, i18n } = useTranslation()
  const momentOf = (time: string) => formatMoment(new Date(time), new Date(), i18n.language)
  return (
    <ul className="recoveries">
      {recoveries.map((recovery) => (
        <li key={recovery._id}>
          <div className="recoveries-text">
            <StatusBadge {...RECOVERY_WORDS[recovery.state]} />
            <p>{whatFollows(recovery, momentOf)}</p>
            <p className="recoveries-detail">
              {t('New address: {{newEmail}}', recovery)}
              <br />
              {t('Started by {{name}}, {{time}}: {{reason}}', {
                ...{ name: recovery.startedBy, reason: recovery.reason },
                time: momentOf(recovery.startedAt),
              })}
              {recovery.approvedBy !== '' && (
                <>
                  <br />
                  {t('Approved by {{name}}', { name: recovery.approvedBy })}
                </>
              )}
            </p>
          </div>
          <div className="recoveries-actions">{actions(recovery)}</div>
        </li>
      ))}
    </ul>
  )
}
