import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../../download.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useAction } from '../../ui/use-action.ts'
import { useToasts } from '../../ui/use-toasts.ts'
import { ListAction } from './list/actions/ListAction.tsx'

type Props = { file: { path: string; name: string }; query: Record<string, unknown> }

/** Downloads all rows that match the list's query. */
export function DownloadFile({ file, query }: Props) {
  const { t, i18n } = useTranslation()
  const toasts = useToasts()
  const [kilobytes, setKilobytes] = useState(0)

  const action = useAction(async () => {
    setKilobytes(0)
    try {
      await download(file.path, query, file.name, (bytes) => setKilobytes(Math.round(bytes / 1024)))
      toasts.success(t('The file is in your downloads.'))
    } catch (error) {
      toasts.failure(error, () => action.run())
    }
  })

  const label =
    action.isBusy && kilobytes > 0
      ? t('{{kilobytes}} kB', { kilobytes: formatNumber(kilobytes, i18n.language) })
      : t('Download CSV')
  return <ListAction label={label} Icon={Download} isBusy={action.isBusy} onChoose={action.run} />
}
