import { SearchBox } from '../../../ui/SearchBox.tsx'
import { useTypedSearch } from './use-typed-search.ts'

type Props = {
  label: string
  hint: string | undefined
  search: string
  /** Called with each letter. */
  onSearch: (search: string) => void
}

/** The search of a list. It has its own state, so that a letter draws nothing but the field until its rows are there. */
export function TypedSearch({ label, hint, search, onSearch }: Props) {
  const [typed, type] = useTypedSearch(search, onSearch)
  return <SearchBox label={label} hint={hint} value={typed} onChange={type} isShortcut />
}
