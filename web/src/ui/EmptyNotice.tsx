import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import './empty-notice.css'

type Props = {
  /** Above the sentence: what there is none of. */
  title?: string
  children?: ReactNode
  /** What to do next. */
  action?: ReactNode
}

/** Shown in place of what a list would hold, where it holds nothing. */
export function EmptyNotice({ title, children, action }: Props) {
  return (
    <div className="list-notice">
      <Inbox size={28} aria-hidden />
      {title && <p className="list-notice-title">{title}</p>}
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}
