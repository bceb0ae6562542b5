import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { CancelButton } from '../../../ui/unsaved/CancelButton.tsx'

type Props = { submit: { error: unknown; isBusy: boolean } }

/** The end of every form that changes a draft. */
export function DraftFormEnd({ submit }: Props) {
  const { t } = useTranslation()
  return (
    <FormEnd error={submit.error}>
      <CancelButton isIdle={submit.isBusy} />
      <Button type="submit" isBusy={submit.isBusy}>
        {t('Save in the draft')}
      </Button>
    </FormEnd>
  )
}
