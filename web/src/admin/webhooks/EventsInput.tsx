import { examplePayload, WEBHOOK_EVENTS, type WebhookEvent } from '@gatehouse/contract/webhook-events.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describedBy } from '../../ui/Field.tsx'
import { FieldMessages } from '../../ui/FieldMessages.tsx'
import type { FieldInputProps } from '../engine/fields/field.ts'
import { useControlledField } from '../engine/fields/use-controlled-field.ts'
import './webhooks.css'

const ALL = Object.keys(WEBHOOK_EVENTS) as WebhookEvent[]

/** The events of a webhook, with an example of the last one selected. */
export function EventsInput(props: FieldInputProps) {
  const { t } = useTranslation()
  const { value, onChange, onBlur, ref, error, label } = useControlledField<WebhookEvent[]>(props)
  const [shown, setShown] = useState<WebhookEvent>(value[0] ?? 'user.created')
  const id = useId()
  const hasAll = value.length === ALL.length

  function handleToggle(event: WebhookEvent) {
    setShown(event)
    onChange(ALL.filter((one) => (one === event) !== value.includes(one)))
  }

  return (
    <fieldset
      className="webhook-events"
      data-required={props.required || undefined}
      onBlur={onBlur}
      {...describedBy(id, { error })}
    >
      <legend>{label}</legend>
      <FieldMessages id={id} error={error} />
      <label className="webhook-event webhook-all">
        <input type="checkbox" ref={ref} checked={hasAll} onChange={() => onChange(hasAll ? [] : ALL)} />
        <strong>{t('All events')}</strong>
      </label>
      {ALL.map((event) => (
        <label key={event} className="webhook-event">
          <input type="checkbox" checked={value.includes(event)} onChange={() => handleToggle(event)} />
          <span>
            <code>{event}</code>
            <small>{t(WEBHOOK_EVENTS[event].when)}</small>
          </span>
        </label>
      ))}
      <details>
        <summary>{t('What is sent: an example')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre className="delivery-code" tabIndex={0}>
          {JSON.stringify(examplePayload(shown), null, 2)}
        </pre>
      </details>
    </fieldset>
  )
}
