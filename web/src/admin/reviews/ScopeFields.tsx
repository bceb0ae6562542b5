import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { bindField } from '../../ui/bind-field.ts'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { pickerOf } from '../engine/fields/PickerInput.tsx'
import type { ScopeForm } from './scope-form.ts'

const ClientInput = pickerOf({ kind: 'clients' })
const ApplicationInput = pickerOf({ kind: 'applications' })
const RoleInput = pickerOf({ kind: 'roles' })

/** Which assignments are reviewed, within a form with `scopeFields`: those to which everything applies that is filled in. */
export function ScopeFields() {
  const { t } = useTranslation()
  const form = useFormContext<ScopeForm>()
  return (
    <>
      <p className="review-note">{t('Reviewed is every assignment to which all of this applies. Empty: any.')}</p>
      <div className="review-pair">
        <ClientInput name="clientId" label={t('Client')} />
        <ApplicationInput name="applicationId" label={t('Application')} />
        <TextField {...bindField(form, 'role')} label={t('Role in the application')} maxLength={100} />
        <RoleInput name="roleId" label={t('Role in the portal')} />
        <TextField
          {...bindField(form, 'unusedDays')}
          label={t('Not used for days')}
          inputMode="numeric"
          maxLength={4}
        />
        <TextField
          {...bindField(form, 'endsWithinDays')}
          label={t('Ends within days')}
          inputMode="numeric"
          maxLength={4}
        />
      </div>
      <SwitchField {...form.register('isPrivileged')} label={t('Only people with permissions in the console')} />
    </>
  )
}
