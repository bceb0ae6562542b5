import type { Permission } from '@gatehouse/contract/permissions.ts'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/use-session.ts'
import { TextField } from '../../../ui/TextField.tsx'
import type { FieldInput, FieldInputProps } from '../../engine/fields/field.ts'
import { useControlledField } from '../../engine/fields/use-controlled-field.ts'
import { PeopleInput } from './PeopleInput.tsx'

/** The owners of a record, by their email addresses. Others than those who have all permissions read the text instead of choosing. */
export function ownersInput(needed: readonly Permission[], missing: string): FieldInput {
  const OwnersInput: FieldInput = (props: FieldInputProps) => {
    const { t } = useTranslation()
    const { permissions } = useSession()
    const { value, onChange, error, label, hint } = useControlledField<string[]>(props)
    // Addresses are answered to those who may read people.
    const shown = permissions.includes('users:read') ? value.join(', ') || '–' : t('Not shown')
    if (!needed.every((one) => permissions.includes(one)))
      return <TextField label={label} hint={t(missing)} value={shown} readOnly />
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
  return OwnersInput
}
