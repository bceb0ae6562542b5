import { previewTemplate, type TemplatePreview } from '@gatehouse/contract/admin/templates/preview.ts'
import { SUBJECT_MAX_LENGTH, TEMPLATE_MAX_LENGTH } from '@gatehouse/contract/admin/templates/templates.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { call } from '../../../api.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { scopeOf, type TemplateScope } from '../template-scope.ts'

export type Written = TemplateScope & { channel: 'email' | 'sms'; name: string; subject: string; body: string }

/** What the server makes of a text, and of which one: it lags behind what is typed. */
export type Judged = TemplatePreview & { written: Written }

/** What the server makes of the template in the form around, while it is typed. */
export function useTemplatePreview(channel: Written['channel']) {
  const [name, subject, body, Application, Client, Language] = useWatch({
    name: ['TemplateName', 'Subject', 'Template', 'Application', 'Client', 'Language'],
  })
  const scope = scopeOf({ Application, Client, Language })
  const text = { channel, name: name ?? '', subject: subject ?? '', body: body ?? '' }
  return usePreviewOf(JSON.parse(useDebounced(JSON.stringify({ ...text, ...scope }))))
}

/** The same for a template that is saved. */
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
