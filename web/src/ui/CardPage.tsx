import type { ReactNode } from 'react'
import './card-page.css'

type Props = {
  title: string
  /** One sentence under the title. */
  lead?: ReactNode
  children?: ReactNode
  /** Links under the card. */
  below?: ReactNode
}

/** The content of a page that is one card in the middle: a title and what there is to do. */
export function CardPage({ title, lead, children, below }: Props) {
  return (
    <>
      <div className="card-page-head">
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {children && <div className="card-page-card">{children}</div>}
      {below && <div className="card-page-below">{below}</div>}
    </>
  )
}
