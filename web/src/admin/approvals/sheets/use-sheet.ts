import { importSheet, previewSheet, type SheetPreview } from '@gatehouse/contract/admin/approvals/sheets.ts'
import { IMPORT_MAX_BYTES } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api-error.ts'
import { useAction } from '../../../ui/use-action.ts'
import { useToasts } from '../../../ui/use-toasts.ts'
import { sendFile } from '../../../upload.ts'
import { DRAFTS } from '../versions/use-draft-change.ts'

/** The options of a file, as its query has them. */
export type SheetQuery = Record<string, string>

/** Checks a file, and makes a draft of it as it was checked. */
export function useSheet() {
  const { t } = useTranslation()
  const toasts = useToasts()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [checked, setChecked] = useState<{ key: string; preview: SheetPreview } | null>(null)

  const check = useAction(async (file: File | null, query: SheetQuery) => {
    if (file === null) throw new ApiError(400, 'Choose a file')
    if (file.size > IMPORT_MAX_BYTES) throw new ApiError(400, 'A file can have at most 5 MB. Import it in parts.')
    const { data } = await sendFile(addressOf(previewSheet.path, query), previewSheet.field, file)
    setChecked({ key: keyOf(file, query), preview: data as SheetPreview })
  })

  const make = useAction(
    async (file: File, query: SheetQuery) => {
      const { data, msg } = await sendFile(addressOf(importSheet.path, query), importSheet.field, file)
      toasts.success(t(msg))
      void cache.invalidateQueries({ queryKey: [DRAFTS] })
      return (data as { _id: string })._id
    },
    (draft) => void navigate({ to: '/dashboard/approvalVersions', search: { draft, view: 'comparison' } as never }),
  )

  return {
    ...{ check, make, preview: checked?.preview ?? null },
    /** Whether this file was checked with these options. */
    isChecked: (file: File | null, query: SheetQuery) => file !== null && checked?.key === keyOf(file, query),
  }
}

const addressOf = (path: string, query: SheetQuery) => `${path}?${new URLSearchParams(query)}`
const keyOf = (file: File, query: SheetQuery) => JSON.stringify([file.name, file.size, file.lastModified, query])
