import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../i18n/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ClashChoice } from './ClashChoice.tsx'
import './conflict-dialog.css'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { type Conflict, namesOfKept } from './conflict.ts'

export type Side = 'theirs' | 'mine'

type Props<Row extends RecordRow> = {
  conflict: Conflict<Row>
  /** The values of the two forms. */
  values: Record<Side, Record<string, unknown>>
  onResolve: (sides: readonly Side[]) => void
  onClose: () => void
}

/** Shows the fields that two people changed, and asks which version to keep. */
export function ConflictDialog<Row extends RecordRow>({ conflict, values, onResolve, onClose }: Props<Row>) {
  const { t, i18n } = useTranslation()
  const { changedBy, changedAt, merge } = conflict
  const [chosen, setChosen] = useState<readonly (Side | undefined)[]>(() => merge.clashes.map(() => undefined))
  const sides = chosen.filter((side) => side !== undefined)
  const isComplete = sides.length === chosen.length
  const time = formatMoment(changedAt, new Date(), i18n.language)

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    // Must not submit the form that contains this dialog.
    event.stopPropagation()
    if (isComplete) onResolve(sides)
  }

  return (
    <Dialog title={t('Someone else changed this too')} onClose={onClose}>
      <form className="form" onSubmit={handleSubmit}>
        <p>
          {changedBy
            ? t('{{name}} changed this record {{time}}. Your changes are not saved yet.', { name: changedBy, time })
            : t('This record was changed {{time}}. Your changes are not saved yet.', { time })}{' '}
          {t('Choose what to keep:')}
        </p>
        {merge.clashes.map((fields, index) => (
          <ClashChoice
            key={fields[0]?.name}
            fields={fields}
            values={values}
            chosen={chosen[index]}
            onChoose={(side) => setChosen(chosen.with(index, side))}
          />
        ))}
        {merge.theirs.length > 0 && (
          <p className="conflict-kept">
            {t('Their other changes are kept: {{fields}}', {
              fields: namesOfKept(merge.theirs, values.theirs, t),
            })}
          </p>
        )}
        <FormEnd>
          <Button variant="neutral" onClick={onClose}>
            {t('Back to the form')}
          </Button>
          <Button type="submit" disabled={!isComplete}>
            {t('Save')}
          </Button>
        </FormEnd>
      </form>
    </Dialog>
  )
}
