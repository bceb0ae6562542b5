import { previewSmsRequest, type SmsRequestPreview } from '@gatehouse/contract/admin/gateways/preview-sms-request.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { RawRequest } from '../../engine/RawRequest.tsx'
import { DltCheck } from './DltCheck.tsx'
import { draftOf, EXAMPLES } from './draft.ts'
import './sms-request.css'

/** Previews the request of the current form, created by the server. */
export function RequestPreview() {
  const { t } = useTranslation()
  const values = useWatch() as Record<string, unknown>
  const [alphabet, setAlphabet] = useState<keyof typeof EXAMPLES>('plain')
  // Compared as text, because the values are a new object after each key press.
  const draft = useDebounced(JSON.stringify(draftOf(values, EXAMPLES[alphabet])))
  const preview = useQuery({
    queryKey: ['smsRequest', draft],
    queryFn: () => call(previewSmsRequest, JSON.parse(draft)),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const { request, problem } = preview.data ?? { request: null, problem: null }

  return (
    <section className="sms-preview" aria-label={t('Request preview')}>
      <div className="sms-preview-head">
        <h3>{t('Request preview')}</h3>
        <SegmentedControl
          label={t('Example message')}
          value={alphabet}
          onChange={setAlphabet}
          choices={[
            { value: 'plain', label: t('Plain') },
            { value: 'unicode', label: t('Unicode') },
          ]}
        />
      </div>
      <PartFailure error={preview.error} onRetry={() => void preview.refetch()} />
      {preview.data && !request && (
        <p className="sms-preview-none">{problem ? t(problem) : t('Enter the address of the gateway.')}</p>
      )}
      {request && <Request request={request} />}
      <DltCheck />
    </section>
  )
}

function Request({ request }: { request: NonNullable<SmsRequestPreview['request']> }) {
  const { t } = useTranslation()
  const { method, url, headers, body, curl } = request
  return (
    <>
      <RawRequest method={method} url={url} headers={headers} body={body} />
      <div className="sms-preview-foot">
        <p className="field-hint">{t('Copies a curl command. Add the secrets yourself.')}</p>
        <CopyButton text={curl} label={t('Copy as curl')} />
      </div>
    </>
  )
}
