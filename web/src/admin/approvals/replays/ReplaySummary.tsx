import { NOT_REPLAYED, type Replay } from '@gatehouse/contract/admin/approvals/replays.ts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'

/** The figures of a replay in words. */
export function ReplaySummary({ replay }: { replay: Replay }) {
  const { t, i18n } = useTranslation()
  const { position, replayed, allowToDeny, denyToAllow, changedAnyway, unapprovable, notReplayed } = replay
  const number = (value: number) => formatNumber(value, i18n.language)
  const left = notReplayed.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className="list-card replay-summary" aria-label={t('Result')}>
      <p className="replay-sentence">
        {t('Decisions that change: {{changed}} of {{total}}. Unapprovable: {{number}}.', {
          ...{ changed: number(allowToDeny + denyToAllow), total: number(position), number: number(unapprovable) },
        })}
      </p>
      <ul className="draft-figures">
        <li>{t('Allowed then, would be denied: {{number}}', { number: number(allowToDeny) })}</li>
        <li>{t('Denied then, would be allowed: {{number}}', { number: number(denyToAllow) })}</li>
        <li>{t('Asked again: {{number}}', { number: number(replayed) })}</li>
      </ul>
      {changedAnyway > 0 && (
        <p className="versions-note">
          {t('Of the changed answers, {{number}} are also given by what counts now, without it.', {
            number: number(changedAnyway),
          })}
        </p>
      )}
      <p className="versions-note">
        {t(
          'Unapprovable: a step that has active people by what counts now would have nobody, or there would be no step at all.',
        )}
      </p>
      {left > 0 && (
        <>
          <p>{t('Not asked again: {{number}}', { number: number(left) })}</p>
          <ul className="replay-reasons">
            {notReplayed.map(({ reason, count }) => (
              <li key={reason}>
                {t(NOT_REPLAYED[reason])} {number(count)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
