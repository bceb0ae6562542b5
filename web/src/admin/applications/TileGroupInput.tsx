import { tileGroups } from '@gatehouse/contract/admin/applications/applications.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { Autocomplete } from '../../ui/Autocomplete.tsx'
import type { Option } from '../../ui/Combobox.tsx'
import type { FieldInputProps } from '../engine/fields/field.ts'
import { useControlledField } from '../engine/fields/use-controlled-field.ts'

/** The group of a tile: one that others stand in already, or a new one. */
export function TileGroupInput(props: FieldInputProps) {
  const { t } = useTranslation()
  const field = useControlledField<string>(props)
  const { data: known = [] } = useQuery({ queryKey: ['tileGroups'], queryFn: () => call(tileGroups, {}), staleTime: 0 })

  function optionsFor(typed: string): Option[] {
    const name = typed.trim()
    const wanted = name.toLowerCase()
    const fitting = known
      .filter((group) => group.toLowerCase().includes(wanted))
      .map((group): Option => ({ value: group, label: group }))
    if (name === '' || known.includes(name)) return fitting
    return [...fitting, { value: name, label: name, detail: t('New group') }]
  }

  return <Autocomplete {...field} optionsFor={optionsFor} />
}
