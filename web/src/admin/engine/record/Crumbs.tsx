import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  /** The link to the list. */
  children: ReactNode
  /** What is shown, as soon as it is known. */
  name: string | undefined
}

/** The way back to a list from one of its records. */
export function Crumbs({ children, name }: Props) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('You are here')} className="record-crumbs">
      <ol>
        <li>{children}</li>
        {name !== undefined && (
          <li>
            <ChevronRight size={14} aria-hidden />
            <span aria-current="page">{name}</span>
          </li>
        )}
      </ol>
    </nav>
  )
}
