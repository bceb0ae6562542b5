import type { LaunchPreview } from '@gatehouse/contract/admin/applications/preview-launch.ts'
import { useTranslation } from 'react-i18next'
import { Alert } from '../../../ui/Alert.tsx'
import { RawRequest } from '../../engine/RawRequest.tsx'

/** The request that opens an application, or why there is none. */
export function LaunchRequest({ preview: { request, problem, isExample } }: { preview: LaunchPreview }) {
  const { t } = useTranslation()
  if (request === null) return <Alert tone="info">{problem && t(problem)}</Alert>
  const { method, url, contentType, body } = request
  const headers = contentType === null ? [] : [{ name: 'content-type', value: contentType }]
  const hasToken = (body ?? url).includes('LAUNCH_TOKEN')
  return (
    <>
      <RawRequest method={method} url={url} headers={headers} body={body} />
      <p className="field-hint">
        {hasToken && t('LAUNCH_TOKEN stands for a token that is new at each launch.')}{' '}
        {isExample && t('Client and role are examples.')}
      </p>
    </>
  )
}
