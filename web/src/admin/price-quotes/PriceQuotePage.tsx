import {
  deletePriceQuote,
  type PriceQuote,
  savePriceQuote,
} from '@gatehouse/contract/admin/price-quotes/price-quotes.ts'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api-error.ts'
import { useScreenTitle } from '../../session/use-screen-title.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { resolverOf } from '../../ui/resolver-of.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { UnsavedQuestion } from '../../ui/unsaved/UnsavedQuestion.tsx'
import { useUnsaved } from '../../ui/unsaved/use-unsaved.ts'
import { useAction } from '../../ui/use-action.ts'
import { PriceQuoteForm } from './PriceQuoteForm.tsx'
import './price-quotes.css'
import { FormEnd, type Success } from '../../ui/FormEnd.tsx'
import { QuoteList } from './QuoteList.tsx'
import { FIELD_NAMES, type QuoteValues, quoteRules, toFields } from './quote-values.ts'
import { usePriceQuotes } from './use-price-quotes.ts'

/** A confirmation: before a quote is deleted, or before another quote replaces the unsaved form. */
type Question = { kind: 'delete' | 'leave'; quote: PriceQuote }

export function PriceQuotePage() {
  const { t } = useTranslation()
  const { list, save, remove } = usePriceQuotes()
  const [shown, setShown] = useState<{ quote: PriceQuote | null }>({ quote: null })
  const opened = shown.quote
  // The current content of the form. It is a new object whenever the form is filled again.
  const latest = useRef(shown)
  latest.current = shown
  const [question, setQuestion] = useState<Question | null>(null)
  const [news, setNews] = useState<Success | null>(null)
  const form = useForm({
    resolver: resolverOf(quoteRules),
    defaultValues: toFields(null),
  })
  const { isDirty } = form.formState
  const title = useScreenTitle()

  function show(quote: PriceQuote | null) {
    setShown({ quote })
    form.reset(toFields(quote))
    setNews(null)
    setQuestion(null)
  }

  /** Shows the quote as it was saved elsewhere, except for the fields that were changed here. */
  function showCurrent(current: PriceQuote) {
    const typed = form.getValues()
    const former = toFields(opened)
    setShown({ quote: current })
    form.reset(toFields(current))
    for (const name of FIELD_NAMES.filter((one) => typed[one] !== former[one])) {
      form.setValue(name, typed[name], { shouldDirty: true })
    }
  }

  const saving = useAction(async (values: QuoteValues) => {
    const sent = form.getValues()
    setNews(null)
    const saved = await save.mutateAsync({ quote: opened, values }).catch((error: unknown) => {
      const current = error instanceof ApiError && error.code === 409 ? error.data.current : undefined
      // The server answers the quote as its list does.
      if (latest.current === shown && current) showCurrent(current as PriceQuote)
      throw error
    })
    setNews({ text: t(savePriceQuote.message) })
    if (latest.current !== shown) return
    const typed = form.getValues()
    setShown({ quote: saved })
    form.reset(toFields(saved))
    for (const name of FIELD_NAMES.filter((one) => typed[one] !== sent[one])) {
      form.setValue(name, typed[name], { shouldDirty: true })
    }
  })
  const leaving = useUnsaved(isDirty, () => show(null), {
    isBusy: saving.isBusy,
    title,
    success: t(savePriceQuote.message),
    isPage: true,
  })
  const deletion = useAction(async (quote: PriceQuote) => {
    await remove.mutateAsync(quote)
    setQuestion(null)
    if (quote._id === latest.current.quote?._id) show(null)
    setNews({ text: t(deletePriceQuote.message) })
  })

  return (
    <div className="console list-page price-quote">
      <h1>{title}</h1>
      <form className="price-quote-card form" noValidate onSubmit={form.handleSubmit(saving.run)}>
        <h2>{opened ? t('Quote for {{name}}', { name: opened.clientName }) : t('New quote')}</h2>
        <PriceQuoteForm form={form} />
        <FormEnd
          error={saving.error}
          takesFocus={Object.keys(form.formState.errors).length === 0}
          success={isDirty ? null : news}
          onClear={() => setNews(null)}
        >
          <Button variant="neutral" onClick={() => show(null)}>
            {t('Cancel')}
          </Button>
          <Button type="submit" isBusy={saving.isBusy}>
            {t('Save')}
          </Button>
        </FormEnd>
      </form>
      <section className="price-quote-card" aria-labelledby="quotes">
        <h2 id="quotes">{t('Your quotes')}</h2>
        {list.isPending && <Spinner />}
        <PartFailure error={list.error} onRetry={() => void list.refetch()} />
        {list.data && (
          <QuoteList
            quotes={list.data}
            openedId={opened?._id}
            onOpen={(quote) => (isDirty ? setQuestion({ kind: 'leave', quote }) : show(quote))}
            onDelete={(quote) => setQuestion({ kind: 'delete', quote })}
          />
        )}
      </section>
      <UnsavedQuestion unsaved={leaving} />
      {question?.kind === 'leave' && (
        <UnsavedQuestion
          unsaved={{
            isAsking: true,
            isBusy: false,
            discard: () => show(question.quote),
            keep: () => setQuestion(null),
          }}
        />
      )}
      {question?.kind === 'delete' && (
        <ConfirmDialog
          title={t('Delete {{name}}?', { name: question.quote.clientName })}
          confirmLabel={t('Delete')}
          tone="danger"
          isBusy={deletion.isBusy}
          error={deletion.error}
          onConfirm={() => deletion.run(question.quote)}
          onClose={() => setQuestion(null)}
        >
          <p>{t('The quote is permanently deleted.')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
