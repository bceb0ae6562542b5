import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'

/** Shown instead of rows where there are none. */
export function EmptyNotice({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="list-notice">
      <Inbox size={28} aria-hidden />
      <p>{children}</p>
      {action}
    </div>
  )
}
