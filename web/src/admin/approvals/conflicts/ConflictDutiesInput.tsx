import { ROLE_ACTIONS } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { dutyInWords, readDuty, writeDuty } from '@gatehouse/contract/admin/approvals/conflict-duties.ts'
import { pages } from '@gatehouse/contract/admin/approvals/pages.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { MultiSelect } from '../../../ui/MultiSelect.tsx'
import { useFailedChoices } from '../../../ui/use-failed-choices.tsx'
import type { FieldInputProps } from '../../engine/fields/field.ts'
import { useControlledField } from '../../engine/fields/use-controlled-field.ts'
import type { RowOf } from '../../engine/screen.ts'

/** Actions, pages of the chosen application, and actions on its pages, those of the approvals and its own. */
export function ConflictDutiesInput(props: FieldInputProps) {
  const { t } = useTranslation()
  const { onChange, ...field } = useControlledField<string[]>(props)
  const applicationId = String(useWatch({ name: 'applicationId' }) ?? '')
  const found = useQuery({
    queryKey: [pages.name, 'names', applicationId],
    queryFn: () => call(pages.list, { applicationId }) as Promise<RowOf<typeof pages>[]>,
    enabled: applicationId !== '',
  })
  const failed = useFailedChoices(found.error, () => void found.refetch())
  const offered = [
    ...ROLE_ACTIONS.map((action) => writeDuty({ page: '', action, by: 'approvals' })),
    ...(found.data ?? []).flatMap(({ page, actions }) => [
      ...['', ...ROLE_ACTIONS].map((action) => writeDuty({ page, action, by: 'approvals' })),
      ...['', ...actions].map((action) => writeDuty({ page, action, by: 'access' })),
    ]),
  ]
  // Those that are chosen already stay among the choices, also when the application has the page no more.
  const options = [...new Set([...offered, ...field.value])]
  const names = found.data && new Set(['', ...found.data.map(({ page }) => page.toLowerCase())])
  const isGone = (duty: string) => names?.has(readDuty(duty)?.page.toLowerCase() ?? '') === false
  const labelOf = (duty: string) => {
    const words = dutyInWords(duty, t)
    return isGone(duty) ? t('{{name}} (page no longer exists)', { name: words }) : words
  }
  return (
    <MultiSelect
      {...field}
      {...failed}
      onChange={onChange}
      options={options.map((duty) => ({ value: duty, label: labelOf(duty) }))}
    />
  )
}
