import { roleBasedOnAapplication } from '@gatehouse/contract/admin/people/users.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { bindField } from '../../../ui/bind-field.ts'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useFailedChoices } from '../../../ui/use-failed-choices.tsx'
import { pickerOf } from '../../engine/fields/PickerInput.tsx'
import '../assignment-form.css'
import type { InvitationForm } from './gift-form.ts'

const ApplicationInput = pickerOf({ kind: 'applications' })
const ClientInput = pickerOf({ kind: 'clients', ofApplication: 'applicationId' })
const RoleInput = pickerOf({ kind: 'roles', isGrantable: true })

/** What an invitation gives, within the form of an invitation. */
export function GiftFields() {
  const { t } = useTranslation()
  const form = useFormContext<InvitationForm>()
  const [applicationId, clientId, firstDay, lastDay] = useWatch({
    control: form.control,
    name: ['applicationId', 'clientId', 'firstDay', 'lastDay'],
  })
  const isPair = applicationId !== '' && clientId !== ''
  const roles = useQuery({
    queryKey: ['roleBasedOnAapplication', applicationId, clientId],
    queryFn: () => call(roleBasedOnAapplication, { applicationId, clientId }),
    enabled: isPair,
  })
  const failed = useFailedChoices(roles.error, () => void roles.refetch())

  // A role belongs to one application and client. Compared, because a chosen role must survive every other change.
  const { getValues, setValue } = form
  const pair = `${applicationId} ${clientId}`
  const former = useRef(pair)
  useEffect(() => {
    if (former.current === pair) return
    former.current = pair
    setValue('role', '')
  }, [pair, setValue])

  // It can be chosen once it is listed.
  const listed = roles.data
  useEffect(() => {
    const chosen = getValues('role')
    if (chosen !== '' && listed?.some(({ role }) => role === chosen)) setValue('role', chosen)
  }, [listed, getValues, setValue])

  return (
    <>
      <ApplicationInput name="applicationId" label={t('Application')} />
      <ClientInput
        name="clientId"
        label={t('Client')}
        hint={t('Clients with a role in the application. Add roles under App Roles.')}
      />
      <Select
        {...bindField(form, 'role')}
        label={t('Role in the application')}
        {...failed}
        hint={roles.data?.length === 0 ? t('There are no roles for this application and client yet.') : undefined}
      >
        <option value="">{isPair ? t('Choose') : t('Choose a client first')}</option>
        {roles.data?.map(({ _id, role }) => (
          <option key={_id} value={role}>
            {role}
          </option>
        ))}
      </Select>
      <div className="assignment-days">
        <TextField {...bindField(form, 'firstDay')} label={t('First day')} type="date" max={lastDay || undefined} />
        <TextField
          {...bindField(form, 'lastDay')}
          label={t('Last day')}
          type="date"
          min={firstDay || undefined}
          hint={t('Empty: no end.')}
        />
      </div>
      <RoleInput name="roleId" label={t('Role in the portal')} hint={t('Only roles that you may give.')} />
    </>
  )
}
