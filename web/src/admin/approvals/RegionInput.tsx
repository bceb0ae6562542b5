import { REGIONS } from '@gatehouse/contract/regions.ts'
import { useTranslation } from 'react-i18next'
import { Select } from '../../ui/Select.tsx'
import { type FieldInputProps, useField } from '../engine/fields/field.ts'

/** One region by its code. */
export function RegionInput(props: FieldInputProps) {
  const { t } = useTranslation()
  return (
    <Select {...useField(props)}>
      {Object.entries(REGIONS).map(([code, name]) => (
        <option key={code} value={code}>
          {t(name)}
        </option>
      ))}
    </Select>
  )
}
