import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { Combobox } from '../../../ui/Combobox.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useOptions } from '../../engine/use-options.ts'
import './people-input.css'

/** `detail`: the email address. */
export type ChosenPerson = { _id: string; name: string; detail?: string | undefined }

type Props = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  value: readonly ChosenPerson[]
  onChange: (people: ChosenPerson[]) => void
}

/** Several people, each found by typing. */
export function PeopleInput({ label, hint, error, value, onChange }: Props) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const settled = useDebounced(search.trim())
  const choices = useOptions({ kind: 'people', ...(settled && { search: settled }) })
  const options = choices.records
    .filter(({ _id }) => !value.some((chosen) => chosen._id === _id))
    .map(({ _id, name, detail }) => ({ value: _id, label: name, detail }))
  return (
    <div className="chosen-people-field">
      <Combobox
        label={label}
        hint={hint}
        error={error}
        value={null}
        onChange={(option) =>
          option && onChange([...value, { _id: option.value, name: option.label, detail: option.detail }])
        }
        options={options}
        onSearch={setSearch}
        isLoading={choices.isLoading || settled !== search.trim()}
        failure={choices.error}
        onRetry={choices.retry}
        more={choices.more}
        onEnd={choices.loadMore}
      />
      {value.length > 0 && (
        <ul className="chosen-people" aria-label={label}>
          {value.map(({ _id, name }) => (
            <li key={_id}>
              {name}
              <Button
                variant="quiet"
                aria-label={t('Remove {{name}}', { name })}
                onClick={() => onChange(value.filter((one) => one._id !== _id))}
              >
                <X size={14} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
