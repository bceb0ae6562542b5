import { requiredText } from '@gatehouse/contract/fields.ts'
import { type Lendable, lendOwnAuthority } from '@gatehouse/contract/stand-ins.ts'
import { useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../api.ts'
import { LendFields } from '../stand-ins/LendFields.tsx'
import { lendFields, NOTHING_LENT, toLent } from '../stand-ins/lend-form.ts'
import { bindField } from '../ui/bind-field.ts'
import { resolverOf } from '../ui/resolver-of.ts'
import { TextField } from '../ui/TextField.tsx'
import { WorkDialog } from '../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../ui/unsaved/WorkEnd.tsx'
import { useAction } from '../ui/use-action.ts'
import { usePlacedError } from '../ui/use-placed-error.ts'
import { useToasts } from '../ui/use-toasts.ts'

const asked = z.object({ standIn: requiredText('Say who stands in', 254), ...lendFields })
type Props = { lendable: readonly Lendable[]; onClose: () => void }

/** Lends one's own authority to a colleague. */
export function AddStandIn({ lendable, onClose }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  const form = useForm({ resolver: resolverOf(asked), defaultValues: { standIn: '', ...NOTHING_LENT } })
  const submit = useAction(async ({ standIn, ...lent }: z.output<typeof asked>) => {
    await call(lendOwnAuthority, { standIn, ...toLent(lendable, lent) })
    toasts.success(t(lendOwnAuthority.message))
    void cache.invalidateQueries()
  }, onClose)
  usePlacedError(form, submit.error, { validUntil: 'lastDay', validFrom: 'firstDay' })

  return (
    <WorkDialog
      hasUnsaved={form.formState.isDirty}
      title={t('Add a stand-in')}
      onClose={onClose}
      isBusy={submit.isBusy}
    >
      <FormProvider {...form}>
        <form className="form" noValidate onSubmit={form.handleSubmit(submit.run)}>
          <TextField
            {...bindField(form, 'standIn')}
            label={t('Who stands in')}
            hint={t('Their email address or user name. They need the application for the same client.')}
            autoComplete="off"
            required
            data-first
          />
          <LendFields lendable={lendable} />
          <WorkEnd work={submit} label={t('Add')} />
        </form>
      </FormProvider>
    </WorkDialog>
  )
}
