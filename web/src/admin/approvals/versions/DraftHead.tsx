import type { DraftPage } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { useTranslation } from 'react-i18next'
import { formatDayAndTime, formatMoment, formatNumber } from '../../../i18n/format.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { isFrozen } from '../second-person/DraftRequest.tsx'
import { DraftActions } from './DraftActions.tsx'

/** What a draft is called, how it stands and who changed it last; and what can be done with it as a whole. */
export function DraftHead({ draft }: { draft: DraftPage }) {
  const { t, i18n } = useTranslation()
  const { name, application, changes, restores, updatedAt, updatedBy, publishesAt } = draft
  const count = formatNumber(changes, i18n.language)
  const facts = [
    { label: t('Application'), value: application.name },
    {
      label: t('Changes'),
      value: restores === null ? count : [count, t('Restores version {{version}}', { version: restores })].join(' · '),
    },
    {
      label: t('Changed'),
      value: [formatMoment(new Date(updatedAt), new Date(), i18n.language), updatedBy].filter(Boolean).join(' · '),
    },
  ]
  return (
    <header className="record-head record-plain">
      <div className="record-name">
        <div className="record-title">
          <h1>{name}</h1>
          {publishesAt === null ? (
            <StatusBadge {...stateOf(draft)} />
          ) : (
            <StatusBadge
              status={t('Publishes on {{at}}', { at: formatDayAndTime(new Date(publishesAt), i18n.language) })}
            />
          )}
        </div>
        <dl className="draft-facts">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <DraftActions draft={draft} />
    </header>
  )
}

function stateOf(draft: DraftPage) {
  if (isFrozen(draft)) return { status: 'Waits for a second person', tone: 'warning' } as const
  return { status: 'Draft', tone: 'neutral' } as const
}
