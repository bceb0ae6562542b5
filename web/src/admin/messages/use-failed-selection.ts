import { useState } from 'react'
import { type MessagesSearch, toMessagesFilter } from './messages-search.ts'

/** Which failed messages are selected. It stays from page to page, and is void once the list is narrowed otherwise. */
export function useFailedSelection(shown: MessagesSearch) {
  const narrowing = JSON.stringify(toMessagesFilter(shown))
  const [made, setMade] = useState({ narrowing, selected: new Set<string>() })
  return {
    selected: made.narrowing === narrowing ? made.selected : new Set<string>(),
    select: (ids: ReadonlySet<string>) => setMade({ narrowing, selected: new Set(ids) }),
    clear: () => setMade({ narrowing, selected: new Set() }),
  }
}
