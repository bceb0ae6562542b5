import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { type FormField, fieldsOf } from './fields/field.ts'

type Props = { fields: readonly FormField[]; of: 'create' | 'update'; required: ReadonlySet<string> }

/** The fields of a form in their order. */
export function FormFields({ fields, of, required }: Props) {
  const { t } = useTranslation()
  return (
    <div className="form-fields">
      {fieldsOf(fields, of).map(({ name, label, Input, hint, group, isHalf }) => (
        <Fragment key={name}>
          {group && <h3 className="form-group">{t(group)}</h3>}
          <div className={isHalf ? 'form-field form-field-half' : 'form-field'}>
            <Input name={name} label={t(label)} hint={hint && t(hint)} required={required.has(name)} />
          </div>
        </Fragment>
      ))}
    </div>
  )
}
