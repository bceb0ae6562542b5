import { ALL_REGIONS, REGIONS } from '@gatehouse/contract/regions.ts'
import { useTranslation } from 'react-i18next'
import { MultiSelect } from '../../../ui/MultiSelect.tsx'
import type { FieldInputProps } from './field.ts'
import { useControlledField } from './use-controlled-field.ts'

/** Regions by their codes, or 'All' alone (requirement C7). */
export function RegionsInput(props: FieldInputProps) {
  const { t } = useTranslation()
  const field = useControlledField<string[]>(props)
  const options = Object.entries(REGIONS).map(([value, name]) => ({ value, label: t(name) }))
  return <MultiSelect {...field} options={options} all={{ value: ALL_REGIONS, label: t('All') }} />
}
