import type { RecordRow } from '@gatehouse/contract/admin/resource.ts'
import { get, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../i18n/format.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import type { Conflict } from './conflict.ts'
import { PickedName } from './fields/PickerInput.tsx'
import type { Screen } from './screen.ts'
import { textOf } from './text-of.ts'

type Props<Row extends RecordRow> = {
  screen: Screen<Row>
  conflict: Conflict<Row>
  base: Row | null
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Shows what somebody else made of a record in the meantime, field by field, and asks whose version stays. */
export function ConflictPanel<Row extends RecordRow>(props: Props<Row>) {
  const { t, i18n } = useTranslation()
  const { screen, conflict, base, onKeepMine, onTakeTheirs } = props
  const mine = useFormContext().getValues()
  const theirs = screen.toForm(conflict.current)
  const before = screen.toForm(base)
  const differing = screen.fields.filter(
    ({ name }) => textOf(theirs, name) !== textOf(before, name) || textOf(theirs, name) !== textOf(mine, name),
  )
  const time = formatMoment(conflict.changedAt, new Date(), i18n.language)
  return (
    <Alert tone="warning">
      <p>
        {conflict.changedBy
          ? t('{{name}} changed this record {{time}}. Nothing of yours is saved yet.', {
              name: conflict.changedBy,
              time,
            })
          : t('This record was changed {{time}}. Nothing of yours is saved yet.', { time })}
      </p>
      <table className="differences">
        <thead>
          <tr>
            <th scope="col">{t('Field')}</th>
            <th scope="col">{t('Theirs')}</th>
            <th scope="col">{t('Mine')}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map(({ name, label, Input: { kind } }) => (
            <tr key={name}>
              <th scope="row">{t(label)}</th>
              {[theirs, mine].map((version, index) => (
                <td key={index === 0 ? 'theirs' : 'mine'}>
                  {kind ? <PickedName kind={kind} id={String(get(version, name) ?? '')} /> : textOf(version, name)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="dialog-buttons">
        <Button variant="neutral" onClick={onTakeTheirs}>
          {t('Take theirs')}
        </Button>
        <Button variant="neutral" onClick={onKeepMine}>
          {t('Keep mine')}
        </Button>
      </div>
    </Alert>
  )
}
