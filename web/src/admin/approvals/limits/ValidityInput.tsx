import type { TFunction } from 'i18next'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatCalendarDay } from '../../../i18n/format.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { type FieldInputProps, useField } from '../../engine/fields/field.ts'
import { FoldedField } from './FoldedField.tsx'

/** The name of the field with the last day, which this one also shows. */
export const LAST_DAY = 'lastDay'

/** The first and the last day of a document approval: none, unless somebody opens it and enters them. */
export function ValidityInput(props: FieldInputProps) {
  const { t, i18n } = useTranslation()
  const [first, last] = useWatch({ name: [props.name, LAST_DAY] }) as string[]
  const firstDay = useField(props)
  const lastDay = useField({ name: LAST_DAY, label: t('Last day') })
  const hasError = firstDay.error !== undefined || lastDay.error !== undefined
  return (
    <FoldedField label={t('Valid')} value={validityText(t, i18n.language, first, last)} hasError={hasError}>
      <TextField {...firstDay} type="date" />
      <TextField {...lastDay} type="date" />
    </FoldedField>
  )
}

/** Such as 'from 1 Apr 2027', or 'always'. */
export function validityText(t: TFunction, language: string, first?: string | null, last?: string | null): string {
  const [from, until] = [first, last].map((day) => (day ? formatCalendarDay(day, language) : ''))
  if (from && until) return t('{{from}} to {{until}}', { from, until })
  if (from) return t('from {{from}}', { from })
  return until ? t('until {{until}}', { until }) : t('always')
}
