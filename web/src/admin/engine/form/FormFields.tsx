import { Fragment, type ReactNode, useId } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/use-session.ts'
import { type FormField, fieldsOf } from '../fields/field.ts'
import { FormSections } from './FormSections.tsx'

/** Forms with fewer sections need no links to them. */
const SECTIONS_MIN = 3

type Props = { fields: readonly FormField[]; of: 'create' | 'update'; required: ReadonlySet<string> }

/** The fields of a form in their order. */
export function FormFields({ fields, of, required }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const asked = fieldsOf(fields, of)
  const sections = asked.flatMap(({ group }) => group ?? [])
  const idOf = (section: string) => `${id}${sections.indexOf(section)}`
  return (
    <div className="form-fields">
      {sections.length >= SECTIONS_MIN && <FormSections sections={sections} idOf={idOf} />}
      {asked.map((field) => {
        const input = <Field field={field} isRequired={required.has(field.name)} />
        return (
          <Fragment key={field.name}>
            {field.group && (
              <h3 className="form-group" id={idOf(field.group)} tabIndex={-1}>
                {t(field.group)}
              </h3>
            )}
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

function Field({ field, isRequired }: { field: FormField; isRequired: boolean }) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const { name, label, Input, hint, alsoNeeds, isNeededToSwitchOn, isHalf } = field
  const isLacking = alsoNeeds !== undefined && !permissions.includes(alsoNeeds)
  const sentence = isNeededToSwitchOn
    ? 'To switch it on you also need {{permission}}.'
    : 'To change it you also need {{permission}}.'
  const needs = isLacking && t(sentence, { permission: alsoNeeds })
  const hints = [hint && t(hint), needs].filter(Boolean).join(' ')
  return (
    <div className={isHalf ? 'form-field form-field-half' : 'form-field'}>
      <Input name={name} label={t(label)} hint={hints || undefined} required={isRequired} />
    </div>
  )
}

type OnlyWithProps = NonNullable<FormField['onlyWith']> & { name: string; children: ReactNode }

function OnlyWith({ name, field, values, children }: OnlyWithProps) {
  const [value, own]: unknown[] = useWatch({ name: [field, name] })
  const { getFieldState } = useFormContext()
  const { error } = getFieldState(name, useFormState({ name }))
  return values.includes(String(value)) || (error && own !== '') ? children : null
}
