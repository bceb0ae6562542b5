import { NOTICE_NAMES, NOTICES, noticeOf } from '@gatehouse/contract/notices.ts'
import { useTranslation } from 'react-i18next'
import { Autocomplete } from '../../ui/Autocomplete.tsx'
import type { Option } from '../../ui/Combobox.tsx'
import type { FieldInputProps } from '../fields/field.ts'
import { useControlledField } from '../fields/use-controlled-field.ts'

/** For which message a template is: one that the portal sends, or another name. */
export function TemplateNameInput(props: FieldInputProps) {
  const { t } = useTranslation()
  const field = useControlledField<string>(props)
  const notice = noticeOf(field.value)
  const known = NOTICE_NAMES.map((name): Option => ({ value: name, label: name, detail: t(NOTICES[name].title) }))

  function optionsFor(typed: string): Option[] {
    const wanted = typed.trim().toLowerCase()
    const fitting = known.filter(({ label, detail = '' }) => `${label} ${detail}`.toLowerCase().includes(wanted))
    const isKnown = wanted === '' || known.some(({ value }) => value === wanted)
    return isKnown
      ? fitting
      : [...fitting, { value: typed.trim(), label: typed.trim(), detail: t('A name of your own') }]
  }

  const isOwn = notice === null && field.value.trim() !== ''
  const hint = notice === null ? undefined : t('Sent when: {{when}}', { when: t(NOTICES[notice].when) })
  return (
    <Autocomplete
      {...field}
      hint={isOwn ? t('The portal itself sends no message of this name.') : hint}
      optionsFor={optionsFor}
    />
  )
}
