import { id } from '@gatehouse/contract/fields.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Button } from '../../../ui/Button.tsx'
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { type Success, SuccessNotice } from '../../../ui/SuccessNotice.tsx'
import { useAction } from '../../../ui/use-action.ts'
import './attachments.css'
import type { FieldInputProps } from '../fields/field.ts'

/** The words of requirement A17 for a selection that is missing. */
const picked = z.object({ picked: id('Status is required') })

type Named = { _id: string; name: string }

export type AttachmentsProps = {
  /** What is attached now; none while it loads. */
  attached: readonly Named[] | undefined
  /** Why it could not be loaded. */
  failure?: unknown
  /** Picks one more, under the name that it is given. */
  Picker: ComponentType<FieldInputProps>
  pickLabel: string
  /** Said while nothing is attached. */
  emptyText: string
  /** There can be no more than one: it must go before another is picked. */
  isSingle?: boolean
  /** Values that the picker depends on. */
  within?: Record<string, string>
  /** False for whoever may only look. */
  canChange?: boolean
  /** Each gives what to say when it is done. */
  onAttach: (id: string) => Promise<string>
  onDetach: (id: string) => Promise<string>
  /** What stands before the button that assigns. */
  children?: ReactNode
}

/** The records attached to another one: each is attached and taken away at once, and what was taken away can come back. */
export function Attachments({ attached, failure, Picker, pickLabel, emptyText, ...rest }: AttachmentsProps) {
  const { t } = useTranslation()
  const { isSingle = false, within = {}, canChange = true, onAttach, onDetach, children } = rest
  const cache = useQueryClient()
  const form = useForm({ resolver: zodResolver(picked), defaultValues: { picked: '', ...within } })
  const [done, setDone] = useState<Success | null>(null)
  const change = useAction(
    async (work: () => Promise<string>, next: { onDone?: () => void; undo?: () => void } = {}) => {
      setDone(null)
      setDone({ text: await work(), undo: next.undo })
      next.onDone?.()
      void cache.invalidateQueries()
    },
  )
  function handleDetach(detached: string) {
    void change.run(() => onDetach(detached), { undo: () => void change.run(() => onAttach(detached)) })
  }

  const canPick = canChange && attached && !(isSingle && attached.length > 0)

  return (
    <FormProvider {...form}>
      <form
        className="form"
        noValidate
        onSubmit={form.handleSubmit((values) =>
          change.run(() => onAttach(values.picked), { onDone: () => form.reset() }),
        )}
      >
        {!attached && !failure && <Spinner size={24} />}
        <ErrorAlert error={failure} />
        {attached?.length === 0 && <p className="attached-empty">{emptyText}</p>}
        {attached && attached.length > 0 && (
          <ul className="attached">
            {attached.map(({ _id, name }) => (
              <li key={_id}>
                {name}
                {canChange && (
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={t('Remove {{name}}', { name })}
                    title={t('Remove {{name}}', { name })}
                    aria-disabled={change.isBusy || undefined}
                    onClick={() => handleDetach(_id)}
                  >
                    <X size={16} aria-hidden />
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
        {canPick && <Picker name="picked" label={pickLabel} required />}
        <ErrorAlert error={change.error} />
        <SuccessNotice success={done} onClear={() => setDone(null)} />
        <div className="dialog-buttons">
          {children}
          {canPick && (
            <Button type="submit" isBusy={change.isBusy}>
              {t('Assign')}
            </Button>
          )}
        </div>
      </form>
    </FormProvider>
  )
}
