import type { SheetPreview } from '@gatehouse/contract/admin/approvals/sheets.ts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'
import { ComparisonSummary } from '../versions/ComparisonSummary.tsx'
import { type MakeRole, SheetFindings } from './SheetFindings.tsx'
import { SheetLines } from './SheetLines.tsx'

/** What was understood of a file, and what its draft would change. */
export function SheetResult({ preview, onMakeRole }: { preview: SheetPreview; onMakeRole: MakeRole }) {
  const { t, i18n } = useTranslation()
  const { counts, changes, comparison } = preview
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <div className="draft-part">
      <p className="sheet-figures" role="status">
        {t('Understood: {{understood}} of {{lines}} lines', {
          understood: number(counts.understood),
          lines: number(counts.lines),
        })}
        {' · '}
        {t('Changes in the draft: {{number}}', { number: number(changes) })}
      </p>
      <SheetFindings preview={preview} onMakeRole={onMakeRole} />
      <SheetLines preview={preview} />
      <section className="approval-group">
        <h3>{t('What would change')}</h3>
        <ComparisonSummary comparison={comparison} />
      </section>
    </div>
  )
}
