import type { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { simulateRequest } from '@gatehouse/contract/admin/applications/simulate-request.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import type { RowOf } from '../../engine/screen.ts'
import './simulation.css'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { LibrarySettings } from './LibrarySettings.tsx'
import { makeProof, type Proof } from './proof.ts'
import { SimulatedClaims } from './SimulatedClaims.tsx'
import { SimulatedLaunch } from './SimulatedLaunch.tsx'
import { SimulationFindings } from './SimulationFindings.tsx'
import { SimulationForm } from './SimulationForm.tsx'

type Props = { row: RowOf<typeof applications> }
type View = 'findings' | 'claims' | 'launch' | 'settings'

/** Shows what the provider would do with a request of an application, and what is to be entered there. */
export function Simulation({ row }: Props) {
  const { t } = useTranslation()
  const { user } = useSession()
  const [view, setView] = useState<View>('findings')
  const proof = useQuery({ queryKey: ['proof', row._id], queryFn: makeProof, staleTime: Number.POSITIVE_INFINITY })
  const form = useForm({ defaultValues: requestOf(row, user._id) })
  const [{ asked, round }, setAsked] = useState(() => ({ asked: form.getValues(), round: 0 }))
  const result = useQuery({
    queryKey: ['simulateRequest', row._id, asked, round],
    queryFn: () => call(simulateRequest, { applicationId: row._id, ...toSent(asked, proof.data as Proof) }),
    enabled: proof.data !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const answer = useRef<HTMLDivElement>(null)
  const isAnswered = round > 0 && !result.isFetching

  // The form is longer than most windows are high.
  useEffect(() => {
    if (isAnswered) answer.current?.scrollIntoView({ block: 'start' })
  }, [isAnswered])

  return (
    <div className="simulation">
      <p>{t('This is a dry run: nothing is issued and nobody is signed in.')}</p>
      <FormProvider {...form}>
        <form
          className="form"
          noValidate
          onSubmit={form.handleSubmit((values) => setAsked({ asked: values, round: round + 1 }))}
        >
          <SimulationForm redirectUris={registeredOf(row)} />
          <FormEnd error={proof.error ?? result.error}>
            <Button type="submit" isBusy={result.isFetching}>
              {t('Test')}
            </Button>
          </FormEnd>
        </form>
      </FormProvider>
      {!result.data && !result.error && <Spinner size={24} />}
      {result.data && (
        <div ref={answer}>
          <Tabs
            label={t('Test this integration')}
            value={view}
            onChange={setView}
            tabs={[
              {
                value: 'findings',
                label: t('Result'),
                content: <SimulationFindings result={result.data} />,
              },
              {
                value: 'claims',
                label: t('Claims received'),
                content: <SimulatedClaims claims={result.data.claims} />,
              },
              {
                value: 'launch',
                label: t('Launch request'),
                content: <SimulatedLaunch applicationId={row._id} asked={asked} />,
              },
              {
                value: 'settings',
                label: t('Settings to copy'),
                content: (
                  <LibrarySettings result={result.data} verifier={asked.pkce ? proof.data?.verifier : undefined} />
                ),
              },
            ]}
          />
        </div>
      )}
    </div>
  )
}

function registeredOf({ redirectUris, applicationRedirectUrl }: Props['row']): string[] {
  return redirectUris.length > 0 ? redirectUris : [applicationRedirectUrl].filter(Boolean)
}

/** What the application would send when it does everything right. */
function requestOf(row: Props['row'], userId: string) {
  const scope = row.allowedScopes.filter((one) => one !== 'offline_access').join(' ')
  const redirectUri = registeredOf(row)[0] ?? ''
  const unsaid = { client: '', responseMode: '', claims: '', resource: '', prompt: '', maxAge: '' }
  return { userId, redirectUri, responseType: 'code', scope, pkce: 'S256', ...unsaid }
}

function toSent({ pkce, ...asked }: ReturnType<typeof requestOf>, { verifier, challenge }: Proof) {
  const codeChallenge = { S256: challenge, plain: verifier }[pkce] ?? ''
  return { ...asked, codeChallenge, codeChallengeMethod: pkce }
}
