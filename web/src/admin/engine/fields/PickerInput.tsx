import { listOptions } from '@gatehouse/contract/admin/engine/options.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { Combobox, type Option } from '../../../ui/Combobox.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useFailedChoices } from '../../../ui/use-failed-choices.tsx'
import { useOptions } from '../use-options.ts'
import type { FieldInputProps, FormField, OptionKind } from './field.ts'
import { useControlledField } from './use-controlled-field.ts'

const ALL = 'All'

type Choices = {
  kind: OptionKind
  /** Offers 'All' before the records. */
  hasAll?: boolean
  /** Whether the form sends the id or the name of the record. */
  sends?: 'id' | 'name'
  /** For roles and permissions: only those that the signed-in person may grant. */
  isGrantable?: boolean
  /** The form fields that determine the options. They must be filled in first. */
  within?: { applicationId?: string; clientId?: string }
  /** The field that narrows the options when it is filled in. The current choice stays. */
  ofApplication?: string
}

/** A record picked by its name. */
export function PickerInput({
  kind,
  hasAll = false,
  sends = 'id',
  isGrantable = false,
  within = {},
  ofApplication,
  ...props
}: FieldInputProps & Choices) {
  const { t } = useTranslation()
  const { value, onChange, ...field } = useControlledField<string>(props)
  const [search, setSearch] = useState('')
  const settled = useDebounced(search.trim())
  const parents = useParents(within, value, () => onChange(''))
  const applicationId: unknown = useWatch({ name: ofApplication ?? '', disabled: ofApplication === undefined })
  const narrowed = { ...parents, ...(ofApplication && applicationId ? { applicationId: String(applicationId) } : {}) }
  const isReady = Object.values(parents).every((parent) => parent !== '')

  const choices = useOptions(
    { kind, ...narrowed, ...(isGrantable && { grantable: true }), ...(settled && { search: settled }) },
    isReady,
  )
  const listed = choices.records.map(({ _id, name, detail }): Option => {
    return { value: sends === 'id' ? _id : name, label: name, detail }
  })
  const all: Option = { value: ALL, label: t('All') }
  const isAllSought = hasAll && all.label.toLowerCase().includes(search.trim().toLowerCase())
  const { chosen, named } = useChosen(kind, value, sends, listed)
  const failure = choices.error ?? named.error

  function handleRetry() {
    if (choices.error) choices.retry()
    if (named.error) void named.refetch()
  }

  const failed = useFailedChoices(failure, handleRetry)

  return (
    <Combobox
      {...field}
      {...failed}
      value={value === ALL && hasAll ? all : chosen}
      onChange={(option) => onChange(option?.value ?? '')}
      options={isAllSought ? [all, ...listed] : listed}
      onSearch={setSearch}
      isLoading={choices.isLoading || settled !== search.trim()}
      failure={failure}
      onRetry={handleRetry}
      more={choices.more}
      onEnd={choices.loadMore}
      disabled={!isReady}
    />
  )
}

/** An `Input` that picks one kind of record. */
export function pickerOf(choices: Choices): FormField['Input'] {
  const Picker = (props: FieldInputProps) => <PickerInput {...props} {...choices} />
  return choices.sends === 'name' ? Picker : Object.assign(Picker, { kind: choices.kind })
}

/** The name of a picked record, where only its id is at hand. */
export function PickedName({ kind, id }: { kind: OptionKind; id: string }) {
  const { data } = useQuery(optionQuery(kind, id))
  return id === '' ? '–' : (data?.find((record) => record._id === id)?.name ?? id)
}

const optionQuery = (kind: OptionKind, id: string) => ({
  queryKey: ['options', kind, { id }],
  queryFn: () => call(listOptions, { kind, id }),
  enabled: id !== '' && id !== ALL,
})

/**
 * The values of the fields that a choice depends on. The choice is cleared when one of them changes, unless it changes at
 * the same time: then the form was filled again.
 */
function useParents(within: NonNullable<Choices['within']>, value: string, onVoid: () => void) {
  const names = Object.entries(within)
  const values: unknown[] = useWatch({ name: names.map(([, field]) => field) })
  const key = JSON.stringify(values)
  const before = useRef({ key, value })
  const latest = useRef(onVoid)
  latest.current = onVoid

  useEffect(() => {
    const was = before.current
    before.current = { key, value }
    if (was.key !== key && was.value === value) latest.current()
  }, [key, value])

  return Object.fromEntries(names.map(([parameter], index) => [parameter, String(values[index] ?? '')]))
}

/** The chosen record: from the loaded options, or requested by its id. */
function useChosen(kind: Choices['kind'], value: string, sends: 'id' | 'name', listed: Option[]) {
  const { t } = useTranslation()
  const [known, setKnown] = useState<Option | null>(null)
  const found = listed.find((option) => option.value === value)
  const isUnknown = sends === 'id' && value !== '' && value !== ALL && !found && known?.value !== value
  const named = useQuery({ ...optionQuery(kind, value), enabled: isUnknown })
  const name = named.data?.find((record) => record._id === value)?.name

  // A search may exclude it from the options while it stays chosen.
  const label = found?.label
  useEffect(() => {
    if (label !== undefined) setKnown({ value, label })
  }, [value, label])

  function chosen(): Option | null {
    if (value === '') return null
    if (sends === 'name') return { value, label: value }
    if (found) return found
    if (known?.value === value) return known
    return { value, label: name ?? t(named.isPending ? 'Loading…' : named.error ? 'Not loaded' : 'A deleted record') }
  }

  return { chosen: chosen(), named }
}
