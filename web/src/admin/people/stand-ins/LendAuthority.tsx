import { lendAuthority, lendableOf } from '@gatehouse/contract/admin/people/stand-ins.ts'
import { id } from '@gatehouse/contract/fields.ts'
import { useQuery } from '@tanstack/react-query'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../../api.ts'
import { LendFields } from '../../../stand-ins/LendFields.tsx'
import { lendFields, NOTHING_LENT, toLent } from '../../../stand-ins/lend-form.ts'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { resolverOf } from '../../../ui/resolver-of.ts'
import { WorkDialog } from '../../../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../../../ui/unsaved/WorkEnd.tsx'
import { useCall } from '../../../use-call.ts'
import { pickerOf } from '../../engine/fields/PickerInput.tsx'

const PersonInput = pickerOf({ kind: 'people' })
const asked = z.object({ lenderId: id('Say who is away'), userId: id('Say who stands in'), ...lendFields })

/** Lends the authority of somebody who is away. */
export function LendAuthority({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm({ resolver: resolverOf(asked), defaultValues: { lenderId: '', userId: '', ...NOTHING_LENT } })
  const lenderId = useWatch({ control: form.control, name: 'lenderId' })
  const { data, error, refetch } = useQuery({
    queryKey: ['lendableOf', lenderId],
    queryFn: () => call(lendableOf, { userId: lenderId }),
    enabled: lenderId !== '',
  })
  const submit = useCall(lendAuthority, onClose)
  return (
    <WorkDialog
      hasUnsaved={form.formState.isDirty}
      title={t('Add a stand-in')}
      onClose={onClose}
      isBusy={submit.isBusy}
    >
      <FormProvider {...form}>
        <form
          className="form"
          noValidate
          onSubmit={form.handleSubmit(({ lenderId, userId, ...lent }) =>
            submit.run({ lenderId, userId, ...toLent(data ?? [], lent) }),
          )}
        >
          <PersonInput
            name="lenderId"
            label={t('Who is away')}
            hint={data?.length === 0 ? t('This person does not approve documents at present.') : undefined}
            required
          />
          <PersonInput
            name="userId"
            label={t('Who stands in')}
            hint={t('They need the application for the same client.')}
            required
          />
          <PartFailure error={error} onRetry={() => void refetch()} />
          <LendFields key={lenderId} lendable={data ?? []} />
          <WorkEnd work={submit} label={t('Add')} />
        </form>
      </FormProvider>
    </WorkDialog>
  )
}
