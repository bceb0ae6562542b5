import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { TextArea } from '../../ui/TextArea.tsx'
import { smsLength } from '../sms-length.ts'
import { type FieldInputProps, useField } from './field.ts'
import './sms-text-input.css'

/** The text of a short message, with how long it has become. */
export function SmsTextInput(props: FieldInputProps) {
  const { t } = useTranslation()
  const text: unknown = useWatch({ name: props.name })
  const { characters, parts, isUnicode } = smsLength(typeof text === 'string' ? text : '')
  return (
    <TextArea
      {...useField(props)}
      rows={7}
      action={
        <output className="sms-length">
          {t('{{count}} characters', { count: characters })} · {t('{{count}} messages', { count: parts })}
          {isUnicode && ` · ${t('Unicode')}`}
        </output>
      }
    />
  )
}
