import { smsLength } from '@gatehouse/contract/sms-length.ts'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { TextArea } from '../../../ui/TextArea.tsx'
import type { FieldInputProps } from '../../engine/fields/field.ts'
import { useControlledField } from '../../engine/fields/use-controlled-field.ts'
import { SmsPreview } from '../preview/SmsPreview.tsx'
import { BuiltInStart } from './BuiltInStart.tsx'
import { ProblemList } from './ProblemList.tsx'
import { useProblems } from './problems.ts'
import './sms-template-input.css'
import './template-field.css'
import { useTemplatePreview } from '../preview/use-template-preview.ts'
import { VariablesPanel } from './VariablesPanel.tsx'

/** The text of an SMS, with its length after its variables are filled in. */
export function SmsTemplateInput(props: FieldInputProps) {
  const { t } = useTranslation()
  const { ref, error, onChange, ...field } = useControlledField<string>(props)
  const area = useRef<HTMLTextAreaElement>(null)
  const { data } = useTemplatePreview('sms')
  const problems = useProblems(data, 'Template')
  const { characters, parts, isUnicode } = data?.sms ?? smsLength(field.value)

  function handleInsert(text: string) {
    const { current } = area
    if (!current) return
    current.focus()
    current.setRangeText(text, current.selectionStart, current.selectionEnd, 'end')
    onChange(current.value)
  }

  return (
    <div className="template-field">
      <BuiltInStart channel="sms" />
      <TextArea
        {...field}
        ref={(element) => {
          area.current = element
          ref(element)
        }}
        onChange={(event) => onChange(event.target.value)}
        error={problems.length > 0 ? undefined : error}
        rows={5}
        action={
          <output className="sms-length">
            {t('{{count}} characters', { count: characters })} · {t('{{count}} messages', { count: parts })} ·{' '}
            {isUnicode ? t('Unicode (UCS-2)') : 'GSM-7'}
          </output>
        }
      />
      <ProblemList problems={problems} />
      <VariablesPanel onInsert={handleInsert} />
      {data?.rendered && data.sms && <SmsPreview text={data.rendered.text} sms={data.sms} />}
    </div>
  )
}
