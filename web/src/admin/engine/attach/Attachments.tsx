import { id } from '@gatehouse/contract/fields.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Button } from '../../../ui/Button.tsx'
import { FormEnd, type Success } from '../../../ui/FormEnd.tsx'
import { resolverOf } from '../../../ui/resolver-of.ts'
import { useAction } from '../../../ui/use-action.ts'
import type { FieldInputProps } from '../fields/field.ts'
import { AttachedRecords } from './AttachedRecords.tsx'

/** The message of requirement A17 for a missing selection. */
const picked = z.object({ picked: id('Status is required') })

type Named = { _id: string; name: string }

export type AttachmentsProps = {
  /** The attached records. Empty while they load. */
  attached: readonly Named[] | undefined
  /** Why it could not be loaded. */
  failure?: unknown
  /** Loads it again. */
  onRetry: () => void
  /** Selects another record, as the form field with this name. */
  Picker: ComponentType<FieldInputProps>
  pickLabel: string
  /** Shown while nothing is attached. */
  emptyText: string
  /** At most one: it must be detached before another is selected. */
  isSingle?: boolean
  /** False without the permission to change. */
  canChange?: boolean
  /** Left out: as `canChange`. */
  canAttach?: boolean
  /** Each returns the success message. */
  onAttach: (id: string) => Promise<string>
  onDetach: (id: string) => Promise<string>
  /** Content before the assign button. */
  children?: ReactNode
}

/** The records attached to another one. Each change takes effect immediately, and a detached record can be attached again. */
export function Attachments({ attached, failure, onRetry, Picker, pickLabel, emptyText, ...rest }: AttachmentsProps) {
  const { t } = useTranslation()
  const { isSingle = false, canChange = true, canAttach = canChange, onAttach, onDetach, children } = rest
  const cache = useQueryClient()
  const form = useForm({ resolver: resolverOf(picked), defaultValues: { picked: '' } })
  const [done, setDone] = useState<Success | null>(null)
  const change = useAction(
    async (work: () => Promise<string>, next: { onDone?: () => void; undo?: (() => void) | undefined } = {}) => {
      setDone(null)
      try {
        setDone({ text: await work(), undo: next.undo })
        next.onDone?.()
      } finally {
        // Also after a refusal: somebody else may have changed it.
        void cache.invalidateQueries()
      }
    },
  )
  function handleDetach(detached: string) {
    const undo = canAttach ? () => void change.run(() => onAttach(detached)) : undefined
    void change.run(() => onDetach(detached), { undo })
  }

  const canPick = canAttach && attached && !(isSingle && attached.length > 0)

  return (
    <FormProvider {...form}>
      <form
        className="form"
        noValidate
        onSubmit={form.handleSubmit((values) =>
          change.run(() => onAttach(values.picked), { onDone: () => form.reset() }),
        )}
      >
        <AttachedRecords
          attached={attached}
          failure={failure}
          onRetry={onRetry}
          emptyText={emptyText}
          isBusy={change.isBusy}
          onDetach={canChange ? handleDetach : undefined}
        />
        {canPick && <Picker name="picked" label={pickLabel} required />}
        <FormEnd error={change.error} success={done} onClear={() => setDone(null)}>
          {children}
          {canPick && (
            <Button type="submit" isBusy={change.isBusy}>
              {t('Assign')}
            </Button>
          )}
        </FormEnd>
      </form>
    </FormProvider>
  )
}
