import { STATUSES } from '@gatehouse/contract/fields.ts'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Select } from '../../../ui/Select.tsx'
import { type FieldInput, type FieldInputProps, useField } from '../../engine/fields/field.ts'
import { StatusInput } from '../../engine/fields/StatusInput.tsx'

function StatusOfPerson(props: FieldInputProps) {
  const { t } = useTranslation()
  const isSuspended = useFormContext().formState.defaultValues?.isSuspended === true
  const hint = isSuspended
    ? t(
        'They come back once the suspension ends. To keep them out for good, select them in the list and choose "Deactivate".',
      )
    : props.hint
  return (
    <Select {...useField({ ...props, hint })}>
      {STATUSES.map((status) => (
        <option key={status} value={status}>
          {t(isSuspended && status === 'INACTIVE' ? 'SUSPENDED' : status)}
        </option>
      ))}
    </Select>
  )
}

/** ACTIVE or INACTIVE, which is called SUSPENDED while a suspension is the cause, as in the list. */
export const UserStatusInput: FieldInput = Object.assign(StatusOfPerson, StatusInput.show && { show: StatusInput.show })
