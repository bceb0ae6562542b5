import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { pickerOf } from '../../engine/fields/PickerInput.tsx'
import { AssignmentFields } from '../AssignmentFields.tsx'
import { useRolesOfPair } from '../use-roles-of-pair.ts'
import type { InvitationForm } from './gift-form.ts'

const RoleInput = pickerOf({ kind: 'roles', isGrantable: true })

/** What an invitation gives, within the form of an invitation. */
export function GiftFields() {
  const { t } = useTranslation()
  const form = useFormContext<InvitationForm>()
  const [applicationId, clientId] = useWatch({ control: form.control, name: ['applicationId', 'clientId'] })
  const roles = useRolesOfPair(applicationId, clientId)

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
      <AssignmentFields roleLabel={t('Role in the application')} />
      <RoleInput name="roleId" label={t('Role in the portal')} hint={t('Only roles that you may give.')} />
    </>
  )
}
