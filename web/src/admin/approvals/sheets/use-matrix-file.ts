import { matrixFile, matrixWorkbook } from '@gatehouse/contract/admin/approvals/sheets.ts'
import { useTranslation } from 'react-i18next'
import { download } from '../../../download.ts'
import { useAction } from '../../../ui/use-action.ts'
import { useToasts } from '../../../ui/use-toasts.ts'

type Source = {
  as: 'csv' | 'xlsx'
  /** What the file is called, besides that it is a matrix. */
  called: string
  applicationId: string
  version?: number
  draftId?: string
}

/** What file systems refuse in a name. */
const NOT_IN_NAMES = /[\\/:*?"<>|]/g

/** Downloads a version or a draft as a sheet that can be imported again. */
export function useMatrixFile() {
  const { t } = useTranslation()
  const toasts = useToasts()
  const action = useAction(async ({ as, called, ...source }: Source) => {
    const file = as === 'csv' ? matrixFile : matrixWorkbook
    try {
      await download(file.path, source, `approval-matrix ${called.replace(NOT_IN_NAMES, '-')}.${as}`, () => undefined)
      toasts.success(t('The file is in your downloads.'))
    } catch (error) {
      toasts.failure(error, () => action.run({ as, called, ...source }))
    }
  })
  return action
}
