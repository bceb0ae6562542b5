import { CONSTANT, CONSTANTS_MAX, type LaunchField } from '@gatehouse/contract/admin/applications/launch-fields.ts'
import { Plus, RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import type { FieldInputProps } from '../../engine/fields/field.ts'
import { changesOf, editable, wordsForFields } from './editable-fields.ts'
import { type Direction, LaunchFieldRow } from './LaunchFieldRow.tsx'
import './launch-fields.css'

/** The fields of the launch request: their names, their order and additional constants. */
export function LaunchFieldsInput({ name, label, hint }: FieldInputProps) {
  const { t } = useTranslation()
  const { fields, append, remove, move, replace } = useFieldArray({ name })
  const values = useWatch({ name }) as LaunchField[]
  const { getFieldState, formState } = useFormContext()
  const { error } = getFieldState(name, formState)
  const [isOpen, setIsOpen] = useState(false)
  const [moved, setMoved] = useState<{ id: string; direction: Direction } | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const constants = values.filter(({ field }) => field === CONSTANT).length

  // Moving a row removes it from the page and inserts it again, which loses the focus.
  useEffect(() => {
    if (moved === null) return
    const row = list.current?.querySelector(`[data-row="${moved.id}"]`)
    const [same, other] = ['up', 'down'].map((way) => row?.querySelector<HTMLElement>(`[data-move="${way}"]`))
    const pressed = moved.direction === 'up' ? same : other
    const back = moved.direction === 'up' ? other : same
    ;(pressed?.ariaDisabled === 'true' ? back : pressed)?.focus()
  }, [moved])

  function handleMove(index: number, direction: Direction) {
    move(index, direction === 'up' ? index - 1 : index + 1)
    setMoved({ id: fields[index]?.id ?? '', direction })
  }

  return (
    <fieldset className="launch-fields">
      <legend>{label}</legend>
      <p className="field-hint">{hint}</p>
      <details open={isOpen || error !== undefined} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>{wordsForFields(changesOf(values), t)}</summary>
        <ol ref={list}>
          {fields.map(({ id }, index) => (
            <LaunchFieldRow
              key={id}
              id={id}
              name={`${name}.${index}`}
              index={index}
              isLast={index === fields.length - 1}
              onMove={(direction) => handleMove(index, direction)}
              onRemove={() => remove(index)}
            />
          ))}
        </ol>
        <div className="launch-fields-foot">
          {constants < CONSTANTS_MAX && (
            <Button
              variant="neutral"
              onClick={() =>
                append(
                  { field: CONSTANT, name: '', value: '', isSent: true },
                  { focusName: `${name}.${fields.length}.name` },
                )
              }
            >
              <Plus size={16} aria-hidden />
              {t('Add constant')}
            </Button>
          )}
          {changesOf(values).length > 0 && (
            <Button variant="quiet" onClick={() => replace(editable([]))}>
              <RotateCcw size={16} aria-hidden />
              {t('Back to the standard fields')}
            </Button>
          )}
        </div>
      </details>
    </fieldset>
  )
}
LaunchFieldsInput.show = (value: unknown, t: Parameters<typeof wordsForFields>[1]) =>
  wordsForFields(changesOf((value ?? []) as LaunchField[]), t)
