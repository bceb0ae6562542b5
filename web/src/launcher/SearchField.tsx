import { Search } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  value: string
  onChange: (value: string) => void
  onEnter: () => void
  onDown: () => void
  ref: Ref<HTMLInputElement>
}

export function SearchField({ value, onChange, onEnter, onDown, ref }: Props) {
  const { t } = useTranslation()

  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return // Enter ends a word that is being composed.
    if (event.key === 'Escape') onChange('')
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
    event.preventDefault() // Else the key would go on to the dialog that it opens.
    if (event.key === 'Enter') onEnter()
    else onDown()
  }

  return (
    <div className="launcher-search">
      <Search size={18} aria-hidden />
      <input
        ref={ref}
        type="search"
        className="control"
        aria-label={t('Search your applications')}
        placeholder={t('Search your applications')}
        aria-keyshortcuts="/"
        maxLength={100}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={handleKey}
      />
      {value === '' && (
        <span className="launcher-search-key" aria-hidden="true">
          /
        </span>
      )}
    </div>
  )
}
