import { useTranslation } from 'react-i18next'
import { NOBODY_DECIDES } from '../activity/request-words.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'

/** In the place of the form, after asking for an application about which nobody may decide at present. */
export function SentToNobody({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="form">
      <Alert tone="warning">
        <p>{t(NOBODY_DECIDES)}</p>
      </Alert>
      <FormEnd error={null}>
        <Button autoFocus onClick={onClose}>
          {t('Close')}
        </Button>
      </FormEnd>
    </div>
  )
}
