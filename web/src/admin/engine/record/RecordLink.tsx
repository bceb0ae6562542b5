import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type ListWithPages, recordPage } from '../../../shell/screens.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the list showed from which a record was opened: the way back leads there. */
    listed?: Record<string, unknown>
  }
}

type Props = { list: ListWithPages; id: string; children: ReactNode }

/** The name of a record in its list; it leads to the record's page. */
export function RecordLink({ list, id, children }: Props) {
  const listed: Record<string, unknown> = useSearch({ strict: false })
  return (
    <Link to={recordPage(list)} params={{ id }} state={{ listed }} className="row-name">
      {children}
    </Link>
  )
}
