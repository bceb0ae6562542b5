import { Inbox, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import './empty-notice.css'

type Props = {
  icon?: LucideIcon
  /** What there is none of. Left out, it is the first sentence of the text below. */
  title?: string
  children?: ReactNode
  /** What to do next. */
  action?: ReactNode
}

/** Shown in place of what a list would hold, where it holds nothing. */
export function EmptyNotice({ icon: Icon = Inbox, title, children, action }: Props) {
  const [first, rest] = title === undefined && typeof children === 'string' ? sentencesOf(children) : [title, children]
  return (
    <div className="list-notice">
      <Icon size={28} aria-hidden />
      {first && <p className="list-notice-title">{first}</p>}
      {rest && <p>{rest}</p>}
      {action}
    </div>
  )
}

/** The first sentence, and the others; a sentence ends as in English or in Hindi. */
function sentencesOf(text: string): [string, string] {
  const [first = ''] = /^.*?[.?!।](?= )/.exec(text) ?? [text]
  return [first, text.slice(first.length).trim()]
}
