import type { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import type { ComponentType } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { FieldInputProps, FormField } from '../../engine/fields/field.ts'
import type { InputOf } from '../../engine/screen-of.ts'
import './sms-request.css'

type Input = FormField['Input']

/** Shows a field to the right of its attribute: the value that is sent under that name. */
export function onTheRight(Value: Input): Input {
  const Right: Input = (props) => (
    <div className="sms-mapped">
      <span className="sms-mapped-arrow" aria-hidden>
        ←
      </span>
      <Value {...props} />
    </div>
  )
  return Object.assign(Right, Value.show && { show: Value.show })
}

/** A value that comes from each message, so nothing is entered. */
function OwnValue({ label, hint }: FieldInputProps) {
  return (
    <div className="field">
      <p className="sms-own-label">{label}</p>
      <p className="control sms-own-value">{hint}</p>
    </div>
  )
}

export const OwnValueInput = onTheRight(OwnValue)

/** Explains the two columns of the table. */
export function MappingIntro() {
  const { t } = useTranslation()
  return (
    <p className="sms-intro">
      {t(
        'On the left is the name that the gateway expects, on the right the value. A value without a name is not sent. Dots and numbers in names make nested JSON, such as messages.0.to.',
      )}
    </p>
  )
}

/** Shown only while another field has this value. */
export function onlyFor(
  name: InputOf<typeof smsConfigurations>,
  value: string,
  Wanted: Input,
): ComponentType<FieldInputProps> {
  return (props) => (useWatch({ name }) === value ? <Wanted {...props} /> : null)
}
