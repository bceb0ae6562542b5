import type { LaunchPreview } from '@gatehouse/contract/admin/applications/preview-launch.ts'
import { useTranslation } from 'react-i18next'
import { Alert } from '../../../ui/Alert.tsx'
import { RawRequest } from '../../engine/RawRequest.tsx'

/** The request that opens an application, or why there is none. */
export function LaunchRequest({ preview: { request, problem, isExample, needs } }: { preview: LaunchPreview }) {
  const { t } = useTranslation()
  if (request === null) return <Alert tone="info">{problem && t(problem)}</Alert>
  const { method, url, contentType, body } = request
  const headers = contentType === null ? [] : [{ name: 'content-type', value: contentType }]
  const hasToken = (body ?? url).includes('LAUNCH_TOKEN')
  return (
    <>
      {needs?.passkey && (
        <Alert tone="info">
          {t('Before it opens, the portal asks for a passkey, unless the person has signed in with one.')}
        </Alert>
      )}
      {needs?.strong && !needs.passkey && (
        <Alert tone="info">
          {t(
            'Before it opens, the portal asks for a passkey or an authenticator app, unless the person has signed in with one.',
          )}
        </Alert>
      )}
      {needs && needs.minutes !== null && (
        <Alert tone="info">
          {t('Before it opens, the portal asks for a new sign-in if the last one is older than {{minutes}} minutes.', {
            minutes: needs.minutes,
          })}
        </Alert>
      )}
      <RawRequest method={method} url={url} headers={headers} body={body} />
      <p className="field-hint">
        {hasToken && t('LAUNCH_TOKEN stands for a token that is new at each launch.')}{' '}
        {isExample && t('Client and role are examples.')}
      </p>
    </>
  )
}
