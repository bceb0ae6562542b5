import { matrixFile } from '@gatehouse/contract/admin/approvals/sheets.ts'
import { useTranslation } from 'react-i18next'
import { download } from '../../../download.ts'
import { useAction } from '../../../ui/use-action.ts'
import { useToasts } from '../../../ui/use-toasts.ts'

type Source = { applicationId: string; version?: number; draftId?: string }

/** Downloads a version or a draft as a sheet that can be imported again. */
export function useMatrixFile() {
  const { t } = useTranslation()
  const toasts = useToasts()
  const action = useAction(async (source: Source) => {
    try {
      await download(matrixFile.path, source, matrixFile.name, () => undefined)
      toasts.success(t('The file is in your downloads.'))
    } catch (error) {
      toasts.failure(error, () => void action.run(source))
    }
  })
  return action
}
