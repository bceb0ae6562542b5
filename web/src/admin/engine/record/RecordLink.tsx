import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { type ListWithPages, recordPage } from '../../../shell/screens.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the list showed from which a record was opened: the way back leads there. */
    listed?: Record<string, unknown>
  }
}

type Props = { list: ListWithPages; id: string; children: ReactNode }

/** The name of a record in its list; it leads to the record's page. A `Link` in each row would delay the rows. */
export function RecordLink({ list, id, children }: Props) {
  const router = useRouter()
  const to = recordPage(list)

  function handleClick(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void router.navigate({ to, params: { id }, state: { listed: router.state.location.search } })
  }

  return (
    <a href={to.replace('$id/{-$section}', id)} className="row-name" onClick={handleClick}>
      {children}
    </a>
  )
}
