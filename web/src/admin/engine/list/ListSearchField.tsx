import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import type { ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import '../../../ui/field.css'
import { Select } from '../../../ui/Select.tsx'
import '../../../ui/select.css'
import type { Screen } from '../screen.ts'
import type { useListSearch } from './use-list.ts'

type Props<Row extends RecordRow> = {
  screen: Screen<Row>
  list: ReturnType<typeof useListSearch<Row>>
  /** Beside the search it needs no label in sight. */
  isBesideSearch?: boolean
}

/** What a list is searched in: one field, or all. */
export function ListSearchField<Row extends RecordRow>({ screen, list, isBesideSearch = false }: Props<Row>) {
  const { t } = useTranslation()
  const { fields } = screen.resource
  const choice = {
    value: list.shown.field,
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => list.show({ field: target.value }),
    children: fields.map((field) => (
      <option key={field} value={field}>
        {t(screen.searches[field] ?? field)}
      </option>
    )),
  }
  if (isBesideSearch) return <select {...choice} className="control select list-field" aria-label={t('Search in')} />
  return <Select {...choice} label={t('Search in')} />
}
