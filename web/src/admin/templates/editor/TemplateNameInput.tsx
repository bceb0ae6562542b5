import { goesBy, NOTICE_NAMES, NOTICES, noticeOf } from '@gatehouse/contract/notices.ts'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Autocomplete } from '../../../ui/Autocomplete.tsx'
import type { Option } from '../../../ui/Combobox.tsx'
import type { FieldInputProps } from '../../engine/fields/field.ts'
import { useControlledField } from '../../engine/fields/use-controlled-field.ts'

type Channel = 'email' | 'sms'

/** The message of a template: one that the portal sends by this channel, or a custom name. */
export function templateNameInputOf(channel: Channel): ComponentType<FieldInputProps> {
  return (props) => <TemplateNameInput {...props} channel={channel} />
}

function TemplateNameInput({ channel, ...props }: FieldInputProps & { channel: Channel }) {
  const { t } = useTranslation()
  const field = useControlledField<string>(props)
  const named = noticeOf(field.value)
  const notice = named !== null && goesBy(channel, named) ? named : null
  const known = NOTICE_NAMES.filter((name) => goesBy(channel, name)).map(
    (name): Option => ({ value: name, label: name, detail: t(NOTICES[name].title) }),
  )

  function optionsFor(typed: string): Option[] {
    const wanted = typed.trim().toLowerCase()
    const fitting = known.filter(({ label, detail = '' }) => `${label} ${detail}`.toLowerCase().includes(wanted))
    const isKnown = wanted === '' || known.some(({ value }) => value === wanted)
    return isKnown ? fitting : [...fitting, { value: typed.trim(), label: typed.trim(), detail: t('Custom name') }]
  }

  const isOwn = notice === null && field.value.trim() !== ''
  const hint = notice === null ? undefined : t('Sent when: {{when}}', { when: t(NOTICES[notice].when) })
  return (
    <Autocomplete
      {...field}
      hint={isOwn ? t('The portal sends no message with this name.') : hint}
      optionsFor={optionsFor}
    />
  )
}
