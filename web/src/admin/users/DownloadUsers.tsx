import { usersFile } from '@gatehouse/contract/admin/jobs.ts'
import type { ListQuery } from '@gatehouse/contract/paging.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../../download.ts'
import { formatNumber } from '../../i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useToasts } from '../../ui/use-toasts.ts'

/** Downloads everybody whom the list shows, on all its pages, as the file of specification 2 section 9. */
export function DownloadUsers({ query }: { query: ListQuery & Record<string, unknown> }) {
  const { t, i18n } = useTranslation()
  const toasts = useToasts()
  const [kilobytes, setKilobytes] = useState(0)
  const { page: _, pageSize: __, ...listed } = query

  const action = useAction(async () => {
    setKilobytes(0)
    try {
      await download(usersFile.path, listed, usersFile.name, (bytes) => setKilobytes(Math.round(bytes / 1024)))
      toasts.success(t('The file is in your downloads.'))
    } catch (error) {
      toasts.failure(error)
    }
  })

  return (
    <Button variant="neutral" isBusy={action.isBusy} onClick={action.run}>
      {!action.isBusy && <Download size={16} aria-hidden />}
      {action.isBusy && kilobytes > 0
        ? t('{{kilobytes}} kB', { kilobytes: formatNumber(kilobytes, i18n.language) })
        : t('Download CSV')}
    </Button>
  )
}
