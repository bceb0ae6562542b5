import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { FormEnd } from '../../../ui/FormEnd.tsx'

type Props = { submit: { error: unknown; isBusy: boolean }; onClose: () => void }

/** The end of every form that changes a draft. */
export function DraftFormEnd({ submit, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <FormEnd error={submit.error}>
      <Button variant="neutral" isIdle={submit.isBusy} onClick={onClose}>
        {t('Cancel')}
      </Button>
      <Button type="submit" isBusy={submit.isBusy}>
        {t('Save in the draft')}
      </Button>
    </FormEnd>
  )
}
