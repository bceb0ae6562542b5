import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/use-session.ts'
import type { FieldInput, FieldInputProps } from '../engine/fields/field.ts'
import { useControlledField } from '../engine/fields/use-controlled-field.ts'
import { PeopleInput } from '../people/choose/PeopleInput.tsx'

/** The owners of an application, by their email addresses. Only who may assign applications chooses them. */
export const OwnersInput: FieldInput = (props: FieldInputProps) => {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const { value, onChange, error, label, hint } = useControlledField<string[]>(props)
  const mayChoose = permissions.includes('users:write') && permissions.includes('users:read')
  if (!mayChoose)
    return (
      <div className="field">
        <p className="field-label">{label}</p>
        <p>{value.join(', ') || '–'}</p>
        <p className="field-hint">{t('To choose owners you also need users:read and users:write.')}</p>
      </div>
    )
  // Chosen people have their name as well; those of the record are known by their address.
  const others = (taken: readonly string[], detail: string) => detail !== '' && !taken.includes(detail)
  return (
    <PeopleInput
      label={label}
      hint={hint}
      error={error}
      value={value.map((email) => ({ _id: email, name: email }))}
      onChange={(people) =>
        onChange(
          people
            .map(({ _id, detail }) => detail ?? _id)
            .filter((email, index, all) => others(all.slice(0, index), email)),
        )
      }
    />
  )
}
OwnersInput.show = (emails) => (emails as string[]).join(', ') || '–'
