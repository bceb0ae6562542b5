import type { Use } from '@gatehouse/contract/admin/engine/resource.ts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../i18n/format.ts'
import './uses.css'

/** What uses a record: each kind with its number and the names of the first few. */
export function Uses({ uses }: { uses: readonly Use[] }) {
  const { t, i18n } = useTranslation()
  return (
    <ul className="uses" aria-label={t('Used by')}>
      {uses.map(({ kind, count, names }) => (
        <li key={kind}>
          <strong>{t(kind)}</strong>
          <span className="uses-count">{formatNumber(count, i18n.language)}</span>
          <span className="uses-names">
            {names.join(', ')}
            {count > names.length &&
              names.length > 0 &&
              ` ${t('and {{number}} more', { number: count - names.length })}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
