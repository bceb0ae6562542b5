import { Fragment, type ReactNode } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type FormField, fieldsOf } from './fields/field.ts'

type Props = { fields: readonly FormField[]; of: 'create' | 'update'; required: ReadonlySet<string> }

/** The fields of a form in their order. */
export function FormFields({ fields, of, required }: Props) {
  const { t } = useTranslation()
  return (
    <div className="form-fields">
      {fieldsOf(fields, of).map((field) => {
        const input = <Field field={field} isRequired={required.has(field.name)} />
        return (
          <Fragment key={field.name}>
            {field.group && <h3 className="form-group">{t(field.group)}</h3>}
            {field.onlyWith ? (
              <OnlyWith name={field.name} {...field.onlyWith}>
                {input}
              </OnlyWith>
            ) : (
              input
            )}
          </Fragment>
        )
      })}
    </div>
  )
}

function Field({ field: { name, label, Input, hint, isHalf }, isRequired }: { field: FormField; isRequired: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={isHalf ? 'form-field form-field-half' : 'form-field'}>
      <Input name={name} label={t(label)} hint={hint && t(hint)} required={isRequired} />
    </div>
  )
}

type OnlyWithProps = NonNullable<FormField['onlyWith']> & { name: string; children: ReactNode }

function OnlyWith({ name, field, values, children }: OnlyWithProps) {
  const [value, own]: unknown[] = useWatch({ name: [field, name] })
  const { getFieldState } = useFormContext()
  const { error } = getFieldState(name, useFormState({ name }))
  return values.some((one) => one === value) || (error && own !== '') ? children : null
}
