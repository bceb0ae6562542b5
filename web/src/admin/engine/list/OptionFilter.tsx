import { listOptions, type OPTION_KINDS } from '@gatehouse/contract/admin/engine/options.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { Combobox, type Option } from '../../../ui/Combobox.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useOptions } from '../use-options.ts'

type Props = {
  kind: (typeof OPTION_KINDS)[number]
  label: string
  /** The placeholder while nothing is chosen. */
  placeholder: string
  /** The name shown for a chosen record that no longer exists. */
  gone: string
  /** Also those that are not active, whose status stands under their name. */
  withInactive?: boolean
  /** An id, or empty. */
  value: string
  onChange: (id: string) => void
}

/** One record found by typing, or any. */
export function OptionFilter({ kind, label, placeholder, gone, withInactive = false, value, onChange }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const [search, setSearch] = useState('')
  const settled = useDebounced(search.trim())
  const found = useOptions({ kind, ...(withInactive && { inactive: true }), ...(settled && { search: settled }) })
  const named = useQuery({
    queryKey: ['options', kind, { id: value }],
    queryFn: () => call(listOptions, { kind, id: value }),
    enabled: value !== '',
  })
  const options = found.records.map(
    // A status is a word of ours.
    ({ _id, name, detail }): Option => ({ value: _id, label: name, detail: withInactive ? t(detail) : detail }),
  )
  const name = named.data?.[0]?.name ?? (named.isPending ? t('Loading…') : named.error ? t('Not loaded') : gone)

  function handleChange(option: Option | null) {
    const chosen = found.records.find(({ _id }) => _id === option?.value)
    // Named here and in its chip without being asked for again.
    if (chosen) cache.setQueryData(['options', kind, { id: chosen._id }], [chosen])
    onChange(option?.value ?? '')
  }

  function handleRetry() {
    if (found.error) found.retry()
    if (named.error) void named.refetch()
  }

  return (
    <Combobox
      label={label}
      placeholder={placeholder}
      value={value === '' ? null : { value, label: name }}
      onChange={handleChange}
      options={options}
      onSearch={setSearch}
      isLoading={found.isLoading || settled !== search.trim()}
      failure={found.error ?? named.error}
      onRetry={handleRetry}
      more={found.more}
      onEnd={found.loadMore}
    />
  )
}
