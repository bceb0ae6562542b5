import { foldedText } from '@gatehouse/contract/sought-text.ts'
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import '../../../ui/checkbox.css'
import { SearchBox } from '../../../ui/SearchBox.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import '../form/form-dialog.css'
import './checklist.css'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { reasonOf } from '../../../ui/reason-of.ts'
import type { ChecklistItem, useChecklist } from './use-checklist.ts'

type Props = {
  list: ReturnType<typeof useChecklist>
  /** All records that can be checked. Empty while they load. */
  items: readonly ChecklistItem[] | undefined
  failure: unknown
  onRetry: () => void
  /** Names the list, translated. */
  label: string
  /** Shown while nothing is attached. */
  emptyText: string
  /** The button that closes the dialog, if the list is in one. */
  closing?: ReactNode
}

/** Records with a box each, checked where they are attached; all changes are saved together. */
export function Checklist({ list, items, failure, onRetry, label, emptyText, closing }: Props) {
  const { t, i18n } = useTranslation()
  const [search, setSearch] = useState('')
  const problemId = useId()
  const number = (value: number) => formatNumber(value, i18n.language)
  const sought = foldedText(search, i18n.language)
  const shown = items?.filter(({ name, detail }) => foldedText(`${name}\n${detail}`, i18n.language).includes(sought))
  const attached = items?.filter(({ _id }) => list.isAttached(_id)).length ?? 0
  const attaching = list.changes.filter(({ attach }) => attach).length
  const detaching = list.changes.length - attaching

  function handleKey(event: KeyboardEvent<HTMLFormElement>) {
    const isInSearch = event.target instanceof HTMLInputElement && event.target.type === 'search'
    // Escape empties the search first, and Enter in it must not save.
    if (event.key === 'Escape' && search !== '') event.preventDefault()
    else if (event.key === 'Enter' && isInSearch) event.preventDefault()
    else moveByArrow(event)
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    list.save()
  }

  return (
    <form className="form form-dialog checklist-form" noValidate onSubmit={handleSubmit} onKeyDown={handleKey}>
      <SearchBox label={t('Search')} value={search} onChange={setSearch} />
      {!items && !failure && <Spinner size={24} />}
      <PartFailure error={failure} onRetry={onRetry} />
      {shown && items && (
        <>
          <p role="status" className="checklist-count">
            {attached === 0
              ? emptyText
              : t('{{number}} of {{total}} attached', { number: number(attached), total: number(items.length) })}
            {attaching > 0 && <span>{t('{{number}} to attach', { number: number(attaching) })}</span>}
            {detaching > 0 && <span>{t('{{number}} to detach', { number: number(detaching) })}</span>}
          </p>
          {shown.length === 0 && <p>{t('No results found for "{{query}}".', { query: search.trim() })}</p>}
          {shown.length > 0 && (
            <fieldset
              className="checklist"
              disabled={list.isBusy}
              aria-describedby={list.problem ? problemId : undefined}
            >
              <legend className="visually-hidden">{label}</legend>
              {shown.map((item) => (
                <Item key={item._id} item={item} list={list} />
              ))}
            </fieldset>
          )}
        </>
      )}
      <FormEnd failures={<Refused list={list} problemId={problemId} />} success={list.done} onClear={list.clearDone}>
        {closing}
        {items && (
          <Button type="submit" isBusy={list.isBusy}>
            {t('Assign')}
          </Button>
        )}
      </FormEnd>
    </form>
  )
}

function Item({ item: { _id, name, detail }, list }: { item: ChecklistItem; list: Props['list'] }) {
  const { t } = useTranslation()
  const id = useId()
  const change = list.changes.find((one) => one.id === _id)
  return (
    <label className="checklist-item" data-changed={change !== undefined || undefined}>
      <input
        type="checkbox"
        checked={list.isChecked(_id)}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-detail`}
        onChange={() => list.toggle(_id)}
      />
      <span className="checklist-text">
        <span id={`${id}-name`} className="checklist-name">
          {name}
        </span>
        <span id={`${id}-detail`} className="checklist-detail">
          {detail}
        </span>
      </span>
      {change && (
        <span className={`status-badge status-badge-${change.attach ? 'success' : 'warning'}`} aria-hidden="true">
          {change.attach ? t('To attach') : t('To detach')}
        </span>
      )}
    </label>
  )
}

function Refused({ list, problemId }: { list: Props['list']; problemId: string }) {
  const { t, i18n } = useTranslation()
  return (
    <>
      {list.problem && (
        <p id={problemId} className="field-error" role="alert">
          {t(list.problem)}
        </p>
      )}
      {list.failures.length > 0 && (
        <Alert tone="error">
          <p>{t('Not saved: {{number}}', { number: formatNumber(list.failures.length, i18n.language) })}</p>
          <ul className="checklist-failures">
            {list.failures.map(({ id, name, error }) => (
              <li key={id}>
                {name}: {reasonOf(error, t, i18n.language)}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}

/** The arrow keys move between the search and the boxes. */
function moveByArrow(event: KeyboardEvent<HTMLFormElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input')]
  const next = fields[fields.indexOf(event.target as HTMLInputElement) + step]
  if (!next || !fields.includes(event.target as HTMLInputElement)) return
  event.preventDefault()
  next.focus()
}
