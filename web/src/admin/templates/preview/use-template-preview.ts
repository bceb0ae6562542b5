import { previewTemplate, type TemplatePreview } from '@gatehouse/contract/admin/templates/preview.ts'
import { SUBJECT_MAX_LENGTH, TEMPLATE_MAX_LENGTH } from '@gatehouse/contract/admin/templates/templates.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { call } from '../../../api.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { scopeOf, type TemplateScope } from '../template-scope.ts'

export type Written = TemplateScope & { channel: 'email' | 'sms'; name: string; subject: string; body: string }

/** The server's preview with the text that it belongs to, because it lags behind the typing. */
export type Judged = TemplatePreview & { written: Written }

/** The server's preview of the surrounding form, while it is edited. */
export function useTemplatePreview(channel: Written['channel']) {
  const [name, subject, body, Application, Client, Language] = useWatch({
    name: ['TemplateName', 'Subject', 'Template', 'Application', 'Client', 'Language'],
  })
  const scope = scopeOf({ Application, Client, Language })
  const text = { channel, name: name ?? '', subject: subject ?? '', body: body ?? '' }
  return usePreviewOf(JSON.parse(useDebounced(JSON.stringify({ ...text, ...scope }))))
}

/** The preview of a saved template. */
export function usePreviewOf(written: Written) {
  const isTooLong = written.body.length > TEMPLATE_MAX_LENGTH || written.subject.length > SUBJECT_MAX_LENGTH
  return useQuery({
    queryKey: ['template-preview', written],
    queryFn: async (): Promise<Judged> => ({ ...(await call(previewTemplate, written)), written }),
    enabled: !isTooLong,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
