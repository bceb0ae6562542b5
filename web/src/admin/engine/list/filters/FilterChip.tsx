import { listOptions } from '@gatehouse/contract/admin/engine/options.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../api.ts'
import type { Filter } from '../../screen.ts'
import { RemovableChip } from './RemovableChip.tsx'

type Props = {
  filter: Pick<Filter<never>, 'label' | 'choices' | 'records'>
  value: string
  /** What the value means, where a row of the list says so. */
  described: string | undefined
  onRemove: () => void
}

export function FilterChip({ filter: { label, choices, records }, value, described, onRemove }: Props) {
  const { t } = useTranslation()
  const named = useQuery({
    queryKey: ['options', records, { id: value }],
    queryFn: () => call(listOptions, { kind: records ?? 'people', id: value }),
    // Without the permission to see such records, only the label is shown.
    enabled: records !== undefined && !described,
    retry: false,
  })
  const choice = choices?.find((one) => one.value === value)?.label
  const meaning = (choice && t(choice)) || described || named.data?.[0]?.name
  return <RemovableChip text={meaning ? `${t(label)}: ${meaning}` : t(label)} onRemove={onRemove} />
}
