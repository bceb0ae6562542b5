import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/use-session.ts'
import { TextField } from '../../ui/TextField.tsx'
import type { FieldInput, FieldInputProps } from '../engine/fields/field.ts'
import { useControlledField } from '../engine/fields/use-controlled-field.ts'
import { PeopleInput } from '../people/choose/PeopleInput.tsx'

/** The owners of an application, by their email addresses. Only who may assign applications chooses them. */
export const OwnersInput: FieldInput = (props: FieldInputProps) => {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const { value, onChange, error, label, hint } = useControlledField<string[]>(props)
  const mayChoose = permissions.includes('users:write') && permissions.includes('users:read')
  const missing = t('To choose owners you also need users:read and users:write.')
  if (!mayChoose) return <TextField label={label} hint={missing} value={value.join(', ')} readOnly />
  return (
    <PeopleInput
      label={label}
      hint={hint}
      error={error}
      value={value.map((email) => ({ _id: email, name: email }))}
      // A chosen person has an id and an address; those of the record are known by the address alone.
      onChange={(people) => onChange([...new Set(people.map(({ _id, detail }) => detail ?? _id))])}
    />
  )
}
OwnersInput.show = (emails) => (emails as string[]).join(', ') || '–'
