import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { bindField } from '../../ui/bind-field.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useFailedChoices } from '../../ui/use-failed-choices.tsx'
import { pickerOf } from '../engine/fields/PickerInput.tsx'
import './assignment-form.css'
import type { Days } from '../../access-requests/assignment-days.ts'
import { useRolesOfPair } from './use-roles-of-pair.ts'

const ApplicationInput = pickerOf({ kind: 'applications' })
const ClientInput = pickerOf({ kind: 'clients', ofApplication: 'applicationId' })

type Place = { applicationId: string; clientId: string; role: string } & Days
type Props = { roleLabel: string; required?: boolean }

/** Application, client, one of their roles, and the days: what an assignment is, within a form that has these fields. */
export function AssignmentFields({ roleLabel, required = false }: Props) {
  const { t } = useTranslation()
  const form = useFormContext<Place>()
  const [applicationId, clientId, firstDay, lastDay] = useWatch({
    control: form.control,
    name: ['applicationId', 'clientId', 'firstDay', 'lastDay'],
  })
  const roles = useRolesOfPair(applicationId, clientId)
  const failed = useFailedChoices(roles.error, () => void roles.refetch())
  const isPair = applicationId !== '' && clientId !== ''

  return (
    <>
      <ApplicationInput name="applicationId" label={t('Application')} required={required} />
      <ClientInput
        name="clientId"
        label={t('Client')}
        hint={t('Clients with a role in the application. Add roles under App Roles.')}
        required={required}
      />
      <Select
        {...bindField(form, 'role')}
        label={roleLabel}
        {...failed}
        hint={roles.data?.length === 0 ? t('There are no roles for this application and client yet.') : undefined}
        required={required}
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
    </>
  )
}
