import type { AccessRequest } from '@gatehouse/contract/access-requests.ts'
import { approveAccess } from '@gatehouse/contract/admin/people/access-requests.ts'
import { roleBasedOnAapplication } from '@gatehouse/contract/admin/people/users.ts'
import { id, requiredText } from '@gatehouse/contract/fields.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { termOf } from '../../../access-requests/assignment-days.ts'
import { RequestFacts } from '../../../access-requests/RequestFacts.tsx'
import { call } from '../../../api.ts'
import { bindField } from '../../../ui/bind-field.ts'
import { resolverOf } from '../../../ui/resolver-of.ts'
import { Select } from '../../../ui/Select.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { WorkDialog } from '../../../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../../../ui/unsaved/WorkEnd.tsx'
import { useFailedChoices } from '../../../ui/use-failed-choices.tsx'
import { usePlacedError } from '../../../ui/use-placed-error.ts'
import { useCall } from '../../../use-call.ts'
import { pickerOf } from '../../engine/fields/PickerInput.tsx'

const ClientInput = pickerOf({ kind: 'clients', ofApplication: 'applicationId' })

const approval = z.object({
  applicationId: z.string(),
  clientId: id('Client is required'),
  role: requiredText('Role is required'),
  lastDay: z.string(),
  answer: z.string(),
})

type Props = { request: AccessRequest; onClose: () => void }

/** For which client, in which role and until when the application is assigned. */
export function ApproveRequest({ request, onClose }: Props) {
  const { t } = useTranslation()
  const { person, application, client, lastDay } = request
  const form = useForm({
    resolver: resolverOf(approval),
    defaultValues: {
      applicationId: application._id,
      clientId: client?._id ?? '',
      role: '',
      lastDay: lastDay ?? '',
      answer: '',
    },
  })
  form.register('clientId')
  const clientId = useWatch({ control: form.control, name: 'clientId' })
  const roles = useQuery({
    queryKey: ['roleBasedOnAapplication', application._id, clientId],
    queryFn: () => call(roleBasedOnAapplication, { applicationId: application._id, clientId }),
    enabled: clientId !== '',
  })
  const failed = useFailedChoices(roles.error, () => void roles.refetch())
  const decision = useCall(approveAccess, onClose)

  // A role belongs to one application and client. The only one is chosen.
  const only = roles.data?.length === 1 ? roles.data[0]?.role : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: at every other client
  useEffect(() => form.setValue('role', only ?? ''), [clientId, only, form])
  usePlacedError(form, decision.error, { validUntil: 'lastDay' })

  return (
    <WorkDialog
      hasUnsaved={form.formState.isDirty}
      title={t('Approve the request?')}
      onClose={onClose}
      isBusy={decision.isBusy}
      refusal={decision.error}
    >
      <FormProvider {...form}>
        <form
          className="form"
          noValidate
          onSubmit={form.handleSubmit(({ clientId, role, lastDay, answer }) =>
            decision.run({
              ...{ requestId: request._id, userId: person._id, clientId, role, answer },
              validUntil: termOf({ firstDay: '', lastDay }).validUntil,
            }),
          )}
        >
          <RequestFacts request={request} />
          <ClientInput
            name="clientId"
            label={t('Client')}
            hint={t('Clients with a role in the application. Add roles under App Roles.')}
            required
          />
          <Select
            {...bindField(form, 'role')}
            label={t('Role')}
            {...failed}
            hint={roles.data?.length === 0 ? t('There are no roles for this application and client yet.') : undefined}
            required
          >
            <option value="">{clientId === '' ? t('Choose a client first') : t('Choose')}</option>
            {roles.data?.map(({ _id, role }) => (
              <option key={_id} value={role}>
                {role}
              </option>
            ))}
          </Select>
          <TextField {...bindField(form, 'lastDay')} label={t('Last day')} type="date" hint={t('Empty: no end.')} />
          <TextArea
            {...bindField(form, 'answer')}
            label={t('Answer')}
            hint={t('{{name}} reads it among their requests, and administrators with the access.', {
              name: person.name,
            })}
            maxLength={500}
          />
          <WorkEnd work={decision} label={t('Approve')} />
        </form>
      </FormProvider>
    </WorkDialog>
  )
}
