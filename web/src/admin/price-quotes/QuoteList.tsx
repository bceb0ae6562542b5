import type { PriceQuote } from '@gatehouse/contract/admin/price-quotes/price-quotes.ts'
import { FileText, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../i18n/format.ts'

type Props = {
  quotes: readonly PriceQuote[]
  /** The one in the form. */
  openedId: string | undefined
  onOpen: (quote: PriceQuote) => void
  onDelete: (quote: PriceQuote) => void
}

/** The person's own quotes, newest first. */
export function QuoteList({ quotes, openedId, onOpen, onDelete }: Props) {
  const { t, i18n } = useTranslation()
  if (quotes.length === 0) {
    return (
      <div className="quotes-empty">
        <FileText size={22} aria-hidden />
        <p>{t('What you save is kept here as a draft. Only you see it.')}</p>
      </div>
    )
  }
  return (
    <ul className="quotes">
      {quotes.map((quote) => (
        <li key={quote._id} aria-current={quote._id === openedId || undefined}>
          <button type="button" className="quotes-open" onClick={() => onOpen(quote)}>
            <strong>{quote.clientName}</strong>
            <span>
              {t(quote.productType)} · {formatMoment(new Date(quote.updatedAt), new Date(), i18n.language)}
            </span>
          </button>
          <button
            type="button"
            className="quotes-delete"
            aria-label={t('Delete the quote for {{name}}', { name: quote.clientName })}
            onClick={() => onDelete(quote)}
          >
            <Trash2 size={16} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
