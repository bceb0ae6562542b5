import { downloadOwnData } from '@gatehouse/contract/own-data.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { save } from '../download.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { useAction } from '../ui/use-action.ts'

/** Saves what the portal stores about the person as a file. */
export function DownloadOwnData() {
  const { t } = useTranslation()
  const downloading = useAction(async () => {
    const data = await call(downloadOwnData, {})
    const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
    save(file, `my-data-${data.exportedAt.slice(0, 10)}.json`)
  })
  return (
    <>
      <ErrorAlert error={downloading.error} />
      <Button variant="neutral" isBusy={downloading.isBusy} onClick={downloading.run}>
        {t('Download your data')}
      </Button>
    </>
  )
}
