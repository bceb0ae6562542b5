import { SHEET_COLUMNS, type SheetColumn, type SheetPreview } from '@gatehouse/contract/admin/approvals/sheets.ts'
import { useTranslation } from 'react-i18next'
import { Select } from '../../../ui/Select.tsx'
import { meaningText } from './sheet-words.ts'

export type ChosenColumns = Readonly<Record<number, SheetColumn>>

type Props = {
  preview: SheetPreview
  chosen: ChosenColumns
  onChoose: (index: number, meaning: SheetColumn) => void
}

/** What each column means, as it was read, with the choice to say otherwise. */
export function SheetColumns({ preview: { columns, findings }, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  // Nothing is shown as chosen there, so that “ignored” can be chosen, too.
  const isOpen = (index: number, letter: string) =>
    chosen[index] === undefined && findings.some(({ code, column }) => code === 'amounts-ignored' && column === letter)
  if (columns.length === 0) return null
  const isOdd = columns.some(({ meaning, heading }) => meaning === 'ignored' && heading !== '')
  return (
    <details className="folded-field" open={isOdd || Object.keys(chosen).length > 0 || undefined}>
      <summary>{t('What the columns mean')}</summary>
      <div className="sheet-columns">
        {columns.map(({ index, letter, heading, meaning, samples }) => (
          <Select
            key={index}
            label={t('Column {{column}}: {{heading}}', { column: letter, heading: heading || '–' })}
            hint={samples.length > 0 ? t('Such as {{samples}}', { samples: samples.join(', ') }) : undefined}
            value={isOpen(index, letter) ? '' : (chosen[index] ?? meaning)}
            onChange={({ target }) => onChoose(index, target.value as SheetColumn)}
          >
            {isOpen(index, letter) && <option value="">{t('Choose')}</option>}
            {SHEET_COLUMNS.map((one) => (
              <option key={one} value={one}>
                {meaningText(one)}
              </option>
            ))}
          </Select>
        ))}
      </div>
    </details>
  )
}
