import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { MultiSelect } from '../../../ui/MultiSelect.tsx'
import { useFailedChoices } from '../../../ui/use-failed-choices.tsx'
import type { FieldInputProps } from '../../engine/fields/field.ts'
import { useControlledField } from '../../engine/fields/use-controlled-field.ts'
import type { RowOf } from '../../engine/screen.ts'

/** Names of roles that the chosen application has for any client. */
export function ConflictRolesInput(props: FieldInputProps) {
  const { t } = useTranslation()
  const { onChange, ...field } = useControlledField<string[]>(props)
  const applicationId = String(useWatch({ name: 'applicationId' }) ?? '')
  const roles = useQuery({
    queryKey: [applicationRoles.name, 'names', applicationId],
    queryFn: () => call(applicationRoles.list, { applicationId }) as Promise<RowOf<typeof applicationRoles>[]>,
    enabled: applicationId !== '',
  })
  const failed = useFailedChoices(roles.error, () => void roles.refetch())
  // Roles that are chosen already stay among the choices, also when the application has them no more.
  const names = [...field.value, ...(roles.data ?? []).map(({ role }) => role)]
  const once = new Map(names.map((name) => [name.toLowerCase(), name]))
  const options = [...once.values()].toSorted((one, other) => one.localeCompare(other))
  const existing = roles.data && new Set(roles.data.map(({ role }) => role.toLowerCase()))
  const isGone = (name: string) => existing?.has(name.toLowerCase()) === false
  return (
    <MultiSelect
      {...field}
      {...failed}
      onChange={onChange}
      options={options.map((name) => ({
        value: name,
        label: isGone(name) ? t('{{name}} (role no longer exists)', { name }) : name,
      }))}
    />
  )
}
