import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Select } from '../../ui/Select.tsx'
import { type FieldInputProps, useField } from '../engine/fields/field.ts'
import { useApprovalRole } from './approval-role.ts'
import { usePagesOfRole } from './role-pages.ts'

/** Picks one of the pages assigned to the chosen role. */
export function ApprovalPageInput(props: FieldInputProps) {
  const { t } = useTranslation()
  const { role, ...ofRole } = useApprovalRole()
  const { pages, failure, retry } = usePagesOfRole(
    role
      ? {
          roleName: role.role,
          applicationName: role.applicationName,
          clientName: role.clientData?.displayName ?? '',
        }
      : null,
  )
  const field = useField(props)
  const form = useFormContext()
  const isOffered = !pages || pages.some(({ _id }) => _id === form.getValues(props.name))

  useEffect(() => {
    if (!isOffered) form.setValue(props.name, '')
  }, [isOffered, form, props.name])

  if (ofRole.failure) return <PartFailure error={ofRole.failure} onRetry={ofRole.retry} />
  if (failure) return <PartFailure error={failure} onRetry={retry} />
  const hint = pages?.length === 0 ? t('This role has no pages yet.') : field.hint
  return (
    // The pages load after the value is set. Only a new select element then shows the value.
    <Select key={pages && role?._id} {...field} hint={hint} error={field.error} aria-disabled={!pages || undefined}>
      <option value="" disabled>
        {role ? t('Choose') : t('Choose a role first')}
      </option>
      {pages?.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
ApprovalPageInput.kind = 'pages' as const
