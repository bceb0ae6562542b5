import { useTranslation } from 'react-i18next'
import './bones.css'
import './data-table.css'

/** In the place of text that is on its way, in a part of a page or a dialog that has no table. */
export function Bones({ lines = 3 }: { lines?: number }) {
  const { t } = useTranslation()
  return (
    <div className="bones" role="status">
      <span className="visually-hidden">{t('Loading…')}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <span key={line} className="data-table-bone" />
      ))}
    </div>
  )
}
