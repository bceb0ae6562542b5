import { matrixFile, matrixWorkbook } from '@gatehouse/contract/admin/approvals/sheets.ts'
import { useTranslation } from 'react-i18next'
import { download } from '../../../download.ts'
import { useAction } from '../../../ui/use-action.ts'
import { useToasts } from '../../../ui/use-toasts.ts'

type Source = { as: 'csv' | 'xlsx'; applicationId: string; version?: number; draftId?: string }

/** Downloads a version or a draft as a sheet that can be imported again. */
export function useMatrixFile() {
  const { t } = useTranslation()
  const toasts = useToasts()
  const action = useAction(async ({ as, ...source }: Source) => {
    const file = as === 'csv' ? matrixFile : matrixWorkbook
    try {
      await download(file.path, source, file.name, () => undefined)
      toasts.success(t('The file is in your downloads.'))
    } catch (error) {
      toasts.failure(error, () => void action.run({ as, ...source }))
    }
  })
  return action
}
