import { Search } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

type Props = { value: string; onChange: (value: string) => void; onEnter: () => void }

export function SearchField({ value, onChange, onEnter }: Props) {
  const { t } = useTranslation()

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape') onChange('')
    if (event.key !== 'Enter') return
    event.preventDefault() // Else the key would go on to the dialog that it opens.
    onEnter()
  }

  return (
    <div className="launcher-search">
      <Search size={18} aria-hidden />
      <input
        type="search"
        className="control"
        aria-label={t('Search your applications')}
        placeholder={t('Search your applications')}
        value={value}
        // biome-ignore lint/a11y/noAutofocus: searching is what one comes for; on touch screens the keyboard would cover the tiles
        autoFocus={matchMedia('(hover: hover) and (min-width: 900px)').matches}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={handleKey}
      />
    </div>
  )
}
