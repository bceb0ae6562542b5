import { listOptions } from '@gatehouse/contract/admin/options.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { Combobox, type Option } from '../../ui/Combobox.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'

/** Whose doings are shown: anybody, or one person found by typing. */
export function PersonFilter({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const settled = useDebounced(search.trim())
  const people = useQuery({
    queryKey: ['options', 'people', settled],
    queryFn: () => call(listOptions, { kind: 'people', ...(settled && { search: settled }) }),
    placeholderData: keepPreviousData,
  })
  const named = useQuery({
    queryKey: ['options', 'people', { id: value }],
    queryFn: () => call(listOptions, { kind: 'people', id: value }),
    enabled: value !== '',
  })
  const options = (people.data ?? []).map(({ _id, name, detail }): Option => ({ value: _id, label: name, detail }))
  const name = named.data?.[0]?.name ?? (named.isPending ? t('Loading…') : t('A deleted person'))

  return (
    <Combobox
      label={t('Who')}
      placeholder={t('Anybody')}
      value={value === '' ? null : { value, label: name }}
      onChange={(option) => onChange(option?.value ?? '')}
      options={options}
      onSearch={setSearch}
      isLoading={people.isFetching || settled !== search.trim()}
      failure={people.error}
      onRetry={() => void people.refetch()}
    />
  )
}
