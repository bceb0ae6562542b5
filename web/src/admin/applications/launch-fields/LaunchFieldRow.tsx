import {
  CONSTANT,
  includesLaunchField,
  type LaunchField,
  type LaunchIdentity,
} from '@gatehouse/contract/admin/applications/launch-fields.ts'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { bindField } from '../../../ui/bind-field.ts'

export type Direction = 'up' | 'down'

type Props = {
  id: string
  /** Its path in the form. */
  name: string
  index: number
  isLast: boolean
  onMove: (direction: Direction) => void
  onRemove: () => void
}

/** One launch field, or a constant among them. */
export function LaunchFieldRow({ id, name, index, isLast, onMove, onRemove }: Props) {
  const { t } = useTranslation()
  const form = useFormContext()
  const messageId = useId()
  const { errors } = useFormState()
  const [own, identity] = useWatch({ name: [name, 'launchIdentity'] }) as [LaunchField, LaunchIdentity]
  const problems = (get(errors, name) ?? {}) as Partial<Record<keyof LaunchField, { message?: string }>>
  const message = (problems.field ?? problems.isSent ?? problems.name ?? problems.value)?.message
  const isConstant = own.field === CONSTANT
  const title = isConstant ? own.name || t('Constant') : own.field
  const isWithIdentity = own.field === CONSTANT || includesLaunchField(identity, own.field)

  const textInput = (part: 'name' | 'value', label: string, placeholder: string) => {
    const { error, ...input } = bindField(form, `${name}.${part}`)
    return (
      <input
        {...input}
        type="text"
        className="control"
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={message ? messageId : undefined}
        placeholder={placeholder}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
    )
  }

  return (
    <li data-row={id} data-idle={!own.isSent || !isWithIdentity || undefined}>
      {isConstant ? (
        <span className="launch-field-own">{t('Constant')}</span>
      ) : (
        <label className="launch-field-own checkbox">
          <input
            type="checkbox"
            {...form.register(`${name}.isSent`, {
              onChange: () => form.formState.isSubmitted && void form.trigger(),
            })}
            aria-describedby={message ? messageId : undefined}
          />
          <code>{own.field}</code>
        </label>
      )}
      <div className="launch-field-sent">
        {!own.isSent ? (
          <span className="launch-field-none">{t('Not sent')}</span>
        ) : isWithIdentity ? (
          textInput(
            'name',
            isConstant ? t('Name of the constant') : t('Name for {{field}}', { field: own.field }),
            own.field === CONSTANT ? t('Name') : own.field,
          )
        ) : (
          <span className="launch-field-none">{t('Not part of these details')}</span>
        )}
        {isConstant && textInput('value', t('Value of {{name}}', { name: title }), t('Value'))}
      </div>
      <div className="launch-field-buttons">
        <Button
          variant="quiet"
          data-move="up"
          isIdle={index === 0}
          aria-label={t('Move {{name}} up', { name: title })}
          onClick={() => onMove('up')}
        >
          <ArrowUp size={16} aria-hidden />
        </Button>
        <Button
          variant="quiet"
          data-move="down"
          isIdle={isLast}
          aria-label={t('Move {{name}} down', { name: title })}
          onClick={() => onMove('down')}
        >
          <ArrowDown size={16} aria-hidden />
        </Button>
        {isConstant && (
          <Button variant="quiet" aria-label={t('Remove {{name}}', { name: title })} onClick={onRemove}>
            <Trash2 size={16} aria-hidden />
          </Button>
        )}
      </div>
      {message && (
        <p id={messageId} className="field-error">
          {t(message)}
        </p>
      )}
    </li>
  )
}
