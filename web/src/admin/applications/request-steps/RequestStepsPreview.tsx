import { type PreviewedClient, previewRequestSteps } from '@gatehouse/contract/admin/applications/request-steps.ts'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { PROBLEM_WORDS } from './problem-words.ts'
import './request-steps.css'

type Props = { applicationId: string; pageId: string }

/** What a page means for requests now: the steps for each client, and where nobody could approve one. */
export function RequestStepsPreview({ applicationId, pageId }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['requestSteps', applicationId, pageId],
    queryFn: ({ signal }) => call(previewRequestSteps, { applicationId, pageId }, signal),
    staleTime: 0,
  })
  return (
    <section className="request-steps" aria-label={t('Steps of a request')}>
      <PartFailure error={error} onRetry={() => void refetch()} />
      {!data && !error && <Spinner size={24} />}
      {data?.clients.length === 0 && (
        <p>{t('No client has a role in this application yet, so nobody can ask for it.')}</p>
      )}
      {data && data.clients.length > 0 && (
        <ul>
          {data.clients.map((client) => (
            <li key={client._id}>
              <strong>{client.name}</strong>
              <Steps client={client} />
            </li>
          ))}
        </ul>
      )}
      {data?.hasMore && <p>{t('There are more clients. These are the first ones by name.')}</p>}
    </section>
  )
}

function Steps({ client: { steps, problem } }: { client: PreviewedClient }) {
  const { t } = useTranslation()
  return (
    <>
      {steps.length > 0 && (
        <ol>
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps are their order
            <li key={index}>{inWords(t, step)}</li>
          ))}
        </ol>
      )}
      {problem && <p className="request-steps-problem">{t(PROBLEM_WORDS[problem])}</p>}
    </>
  )
}

function inWords(t: TFunction, { roles, isOneEnough, needed }: PreviewedClient['steps'][number]): string {
  const named = roles.map(({ name, people }) => t('{{role}} (people: {{people}})', { role: name, people }))
  const all = named.join(', ')
  if (roles.length < 2) return all
  if (isOneEnough) return t('one of {{roles}}', { roles: all })
  return needed < roles.length
    ? t('{{number}} of {{roles}}', { number: needed, roles: all })
    : t('each of {{roles}}', { roles: all })
}
