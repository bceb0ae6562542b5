import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../../session/use-session.ts'
import { Checkbox } from '../../../../ui/Checkbox.tsx'
import { Select } from '../../../../ui/Select.tsx'
import type { Filter } from '../../screen.ts'
import { OptionFilter } from '../OptionFilter.tsx'
import type { useListSearch } from '../use-list.ts'

type Props<Row extends RecordRow> = {
  id: string
  filters: readonly Filter<Row>[]
  list: ReturnType<typeof useListSearch<Row>>
}

/** A field for each filter that the list offers; each takes effect at once. */
export function FilterFields<Row extends RecordRow>({ id, filters, list: { shown, show } }: Props<Row>) {
  function handleChange(name: string, value: string) {
    const { [name]: _, ...others } = shown.filters
    show({ filters: value === '' ? others : { ...others, [name]: value } })
  }

  return (
    <div id={id} className="list-filters">
      {filters.map((filter) => (
        <FilterField
          key={filter.name}
          filter={filter}
          value={shown.filters[filter.name] ?? ''}
          onChange={(value) => handleChange(filter.name, value)}
        />
      ))}
    </div>
  )
}

type FieldProps = {
  filter: Pick<Filter<never>, 'label' | 'choices' | 'records'>
  /** Empty: any. */
  value: string
  onChange: (value: string) => void
}

function FilterField({ filter: { label, choices, records }, value, onChange }: FieldProps) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  if (records)
    return (
      <OptionFilter
        kind={records}
        label={t(label)}
        placeholder={t('All')}
        gone={t('A deleted record')}
        value={value}
        onChange={onChange}
      />
    )
  if (choices)
    return (
      <Select label={t(label)} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{t('All')}</option>
        {choices
          .filter(({ permission }) => permission === undefined || permissions.includes(permission))
          .map((choice) => (
            <option key={choice.value} value={choice.value}>
              {t(choice.label)}
            </option>
          ))}
      </Select>
    )
  return (
    <Checkbox
      label={t(label)}
      checked={value === 'true'}
      onChange={({ target }) => onChange(target.checked ? 'true' : '')}
    />
  )
}
