import type { Output } from '@gatehouse/contract/endpoint.ts'
import { type listConsents, revokeConsent } from '@gatehouse/contract/oidc.ts'
import { useQueryClient } from '@tanstack/react-query'
import { AppWindow } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { formatMoment } from '../i18n/format.ts'
import { scopeWords } from '../session/scope-words.ts'
import '../session/session-list.css'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { PartFailure } from '../ui/PartFailure.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useAction } from '../ui/use-action.ts'
import { useToasts } from '../ui/use-toasts.ts'
import { CONSENTS, useConsents } from './use-consents.ts'

type Known = Output<typeof listConsents>[number]

/** The applications that the person has given consent, each with what it may read. Each consent can be withdrawn. */
export function KnownTo() {
  const { t, i18n } = useTranslation()
  const [asked, setAsked] = useState<Known | null>(null)
  const { data, error, isFetching, refetch } = useConsents()
  const words = scopeWords(t)

  if (error) return <PartFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Spinner size={24} />
  return (
    <>
      {data.length === 0 && <p>{t('None. Your organisation’s own applications do not ask for consent.')}</p>}
      <ul className="sessions">
        {data.map((known) => (
          <li key={known.applicationId}>
            <AppWindow size={22} aria-hidden />
            <div className="sessions-text">
              <p className="sessions-name">{known.name}</p>
              <p className="sessions-detail">
                {known.scopes
                  .map((scope) => words[scope])
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <p className="sessions-detail">
                {t('Since {{when}}', { when: formatMoment(new Date(known.grantedAt), new Date(), i18n.language) })}
              </p>
            </div>
            <Button
              variant="neutral"
              aria-label={t('Withdraw consent for {{name}}', { name: known.name })}
              onClick={() => setAsked(known)}
            >
              {t('Withdraw')}
            </Button>
          </li>
        ))}
      </ul>
      {asked && <TakeBack known={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function TakeBack({ known, onClose }: { known: Known; onClose: () => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  const taking = useAction(async () => {
    await call(revokeConsent, { applicationId: known.applicationId })
    toasts.success(t('Consent for {{name}} withdrawn.', { name: known.name }))
    void cache.invalidateQueries({ queryKey: CONSENTS })
  }, onClose)
  return (
    <ConfirmDialog
      title={t('Withdraw consent for {{name}}', { name: known.name })}
      confirmLabel={t('Withdraw')}
      tone="danger"
      isBusy={taking.isBusy}
      error={taking.error}
      onConfirm={taking.run}
      onClose={onClose}
    >
      <p>{t('Its access ends immediately, in all your sessions.')}</p>
    </ConfirmDialog>
  )
}
