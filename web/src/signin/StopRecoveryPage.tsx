import { stopLinkState, stopRecovery } from '@gatehouse/contract/recoveries.ts'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { useAction } from '../ui/use-action.ts'
import { LinkPage } from './LinkPage.tsx'
import { useOneTimeLink } from './use-one-time-link.ts'

/** Where the message at the old addresses leads: one button, so that programs which open links of a mail do nothing. */
export function StopRecoveryPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id } = useParams({ strict: false })
  const link = useOneTimeLink({
    name: 'stoprecovery',
    inPath: id,
    removeFromPath: () => void navigate({ to: '/stoprecovery/{-$id}', params: { id: undefined }, replace: true }),
    isUsable: async (uuid) => (await call(stopLinkState, { uuid })).isUsable,
    isWellFormed: (uuid) => stopLinkState.request.safeParse({ uuid }).success,
    refusal: 'stop_link_invalid',
  })
  const stopping = useAction(() => link.use((uuid) => call(stopRecovery, { uuid })))

  return (
    <LinkPage title={t('Stop the recovery')} link={link}>
      {link.state === 'form' && (
        <>
          <p>{t('An administrator is giving your account to a new address. Stop it if you have not asked for it.')}</p>
          <p>{t('Nothing else changes: you sign in as before, and your administrators are notified.')}</p>
          {stopping.error && <ErrorAlert error={stopping.error} />}
          <Button variant="danger" size="large" isBusy={stopping.isBusy} onClick={() => void stopping.run()}>
            {t('Stop the recovery')}
          </Button>
        </>
      )}
      {link.state === 'done' && (
        <Alert tone="info">
          {t('The recovery is stopped. Your administrators are notified; speak with them about who has asked for it.')}
        </Alert>
      )}
    </LinkPage>
  )
}
