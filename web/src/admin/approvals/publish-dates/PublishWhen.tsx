import { useTranslation } from 'react-i18next'
import { timeZone } from '../../../i18n/shown-time-zone.ts'
import { nameOfZone } from '../../../i18n/time-zone.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { TextField } from '../../../ui/TextField.tsx'

type Props = {
  /** Such as '2027-04-01T00:00', where the viewer is; empty: not chosen yet; `null`: at once. */
  value: string | null
  onChange: (value: string | null) => void
}

/** Whether a draft is published at once, or from a moment to come. */
export function PublishWhen({ value, onChange }: Props) {
  const { t, i18n } = useTranslation()
  return (
    <>
      <Checkbox
        label={t('From a date')}
        checked={value !== null}
        onChange={(event) => onChange(event.target.checked ? '' : null)}
      />
      {value !== null && (
        <TextField
          type="datetime-local"
          label={t('Date and time')}
          hint={t('In this time zone: {{zone}}. At most a year ahead.', {
            zone: nameOfZone(timeZone(), i18n.language),
          })}
          value={value}
          required
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </>
  )
}
