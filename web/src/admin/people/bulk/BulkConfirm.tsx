import { asciiDigits } from '@gatehouse/contract/ascii-digits.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { CancelButton } from '../../../ui/unsaved/CancelButton.tsx'
import type { Selection } from '../../engine/list/selection/use-selection.ts'
import { KIND_WORDS } from '../../jobs/job-words.ts'
import { SelectionLosses } from './SelectionLosses.tsx'

/** Above this, the number must be typed, so that one wrong click does not delete many people. */
const TYPED_ABOVE = 10

type Props = {
  selection: Selection
  action: 'activate' | 'deactivate' | 'delete' | 'restore'
  count: number
  isBusy: boolean
  error: unknown
  onConfirm: () => void
}

/** Explains the effect and asks for confirmation. */
export function BulkConfirm({ action, selection, count, isBusy, error, onConfirm }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const isTyped = action === 'delete' && count > TYPED_ABOVE
  const isEnding = action === 'deactivate' || action === 'delete'
  const isReady = !isTyped || asciiDigits(typed).replace(/\D/g, '') === String(count)
  const consequences = {
    activate: t('They can sign in again. They get an email about it.'),
    deactivate: t('Their sessions end and they can no longer sign in. They get an email about it.'),
    restore: t('They come back with their role and applications, where these still exist.'),
    delete: t('Their sessions end. They can be restored for 30 days under “Recently deleted”.'),
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (isReady && !isBusy) onConfirm()
  }

  return (
    <form className="form" noValidate onSubmit={handleSubmit}>
      <p>{consequences[action]}</p>
      {isEnding && <SelectionLosses selection={selection} />}
      {isTyped && (
        <TextField
          label={t('Type {{number}} to continue', { number: count })}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <FormEnd error={error}>
        <CancelButton />
        <Button type="submit" variant={isEnding ? 'danger' : 'primary'} isBusy={isBusy} disabled={!isReady}>
          {t(KIND_WORDS[action])}
        </Button>
      </FormEnd>
    </form>
  )
}
