import { useTranslation } from 'react-i18next'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import type { useSecretChanges } from './use-secret-changes.ts'

/** The choices for the end of a secret or key, in days. */
const ENDS: Record<string, string> = {
  '7': 'In a week',
  '30': 'In 30 days',
  '90': 'In 90 days',
  '365': 'In a year',
}
const NEVER = 'never'

type Props = {
  state: ReturnType<typeof useSecretChanges>['fields']
  /** Chosen at first; `null`: it can be valid until it is revoked, and is. */
  days: number | null
}

/** The name and the end of a new secret or key. */
export function NewSecretFields({ state: { name, setName, isNameMissing }, days }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        name="name"
        value={name}
        onChange={({ target }) => setName(target.value)}
        label={t('Name')}
        error={isNameMissing && name.trim() === '' ? t('Name is required') : undefined}
        required
        hint={t('For example where it is used.')}
        maxLength={100}
      />
      <Select name="ends" label={t('Expires')} defaultValue={days ?? NEVER}>
        {Object.entries(ENDS).map(([value, label]) => (
          <option key={value} value={value}>
            {t(label)}
          </option>
        ))}
        {days === null && <option value={NEVER}>{t('Never, until revoked')}</option>}
      </Select>
    </>
  )
}

/** What was entered in these fields. */
export function newSecretOf(form: HTMLFormElement): { name: string; days: number | null } {
  const sent = new FormData(form)
  const ends = sent.get('ends')
  return { name: String(sent.get('name')), days: ends === NEVER ? null : Number(ends) }
}
