import { useTranslation } from 'react-i18next'
import { Alert } from '../../../ui/Alert.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { RenderedMail } from './RenderedMail.tsx'
import type { usePreviewOf } from './use-template-preview.ts'

type Props = { title: string; preview: ReturnType<typeof usePreviewOf> }

/** Preview of an email with sample values. */
export function MailPreview({ title, preview }: Props) {
  const { t } = useTranslation()
  const { data, error, isPlaceholderData, refetch } = preview
  if (error) return <PartFailure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Spinner size={24} />
  if (data.rendered === null) return <Alert tone="info">{t('The preview appears when the template is valid.')}</Alert>
  return <RenderedMail title={title} rendered={data.rendered} isStale={isPlaceholderData} />
}
