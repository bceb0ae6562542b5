import { useState } from 'react'
import { type MessagesSearch, toMessagesFilter } from './messages-search.ts'

/** Which failed messages are selected. It stays from page to page, and is void once the list is narrowed otherwise. */
export function useFailedSelection(shown: MessagesSearch) {
  const narrowing = JSON.stringify(toMessagesFilter(shown))
  const [made, setMade] = useState({ narrowing, selected: new Set<string>() })
  const selected = made.narrowing === narrowing ? made.selected : new Set<string>()
  return {
    selected,
    isSelected: (id: string) => selected.has(id),
    select: (ids: readonly string[], isSelected: boolean) => {
      const others = [...selected].filter((id) => !ids.includes(id))
      setMade({ narrowing, selected: new Set(isSelected ? [...others, ...ids] : others) })
    },
    clear: () => setMade({ narrowing, selected: new Set() }),
  }
}
