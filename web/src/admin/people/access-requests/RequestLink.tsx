import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = { id: string; children: ReactNode }

/** To one request in the list of requests. */
export function RequestLink({ id, children }: Props) {
  return (
    <Link to="/dashboard/accessRequests" search={{ request: id } as never}>
      {children}
    </Link>
  )
}
