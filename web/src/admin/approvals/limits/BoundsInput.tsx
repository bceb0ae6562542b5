import { RANGE_BOUNDS, type RangeBounds } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import type { TFunction } from 'i18next'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Select } from '../../../ui/Select.tsx'
import { type FieldInputProps, useField } from '../../engine/fields/field.ts'
import { FoldedField } from './FoldedField.tsx'

/** Which bounds belong to a range: both, unless somebody opens it and says otherwise. */
export function BoundsInput(props: FieldInputProps) {
  const { t } = useTranslation()
  const value = useWatch({ name: props.name }) as RangeBounds
  const field = useField(props)
  return (
    <FoldedField label={props.label} value={boundsText(value, t)} hasError={field.error !== undefined}>
      <Select {...field}>
        {RANGE_BOUNDS.map((bounds) => (
          <option key={bounds} value={bounds}>
            {boundsText(bounds, t)}
          </option>
        ))}
      </Select>
    </FoldedField>
  )
}
BoundsInput.show = (value: unknown, t: TFunction) => boundsText(value as RangeBounds, t)

function boundsText(bounds: RangeBounds, t: TFunction): string {
  return {
    '[]': t('both belong to the range'),
    '(]': t('more than Range From, up to Range To'),
    '[)': t('from Range From, less than Range To'),
    '()': t('more than Range From, less than Range To'),
  }[bounds]
}
