import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { bindField } from '../ui/bind-field.ts'
import { TextField } from '../ui/TextField.tsx'

/** The name of a person who gets an account. It stands inside a form with these two fields. */
export function NameFields() {
  const { t } = useTranslation()
  const form = useFormContext<{ firstName: string; lastName: string }>()
  return (
    <div className="form-pair">
      <TextField {...bindField(form, 'firstName')} label={t('First name')} autoComplete="given-name" autoFocus />
      <TextField {...bindField(form, 'lastName')} label={t('Last name')} autoComplete="family-name" />
    </div>
  )
}
