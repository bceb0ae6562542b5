import type { Output } from '@gatehouse/contract/endpoint.ts'
import {
  AUTHENTICATORS_MAX,
  type Authenticator,
  listAuthenticators,
  removeAuthenticator,
  renameAuthenticator,
  requestAuthenticator,
} from '@gatehouse/contract/factors/authenticators.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { AuthenticatorList } from '../factors/AuthenticatorList.tsx'
import { loadPart } from '../load-part.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { PartFailure } from '../ui/PartFailure.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useAction } from '../ui/use-action.ts'
import type { NewSecret } from './AddAuthenticator.tsx'
import { FactorButtons } from './FactorButtons.tsx'
import { RemoveOwnFactor } from './RemoveOwnFactor.tsx'
import { RenameFactor } from './RenameFactor.tsx'
import { useOwnFactors } from './use-own-factors.ts'

/** Loaded with what draws the QR code when an app is added. */
const loadForm = () => loadPart(() => import('./AddAuthenticator.tsx'))
type Adding = { secret: NewSecret; Form: Awaited<ReturnType<typeof loadForm>>['AddAuthenticator'] }

/** One's own authenticator apps: add, rename, remove. */
export function OwnAuthenticators(watched: { onAdded: () => void; onRemoved: () => void }) {
  const { t } = useTranslation()
  const [adding, setAdding] = useState<Adding | null>(null)
  const own = useOwnFactors<Authenticator, Output<typeof listAuthenticators>>(
    'authenticators',
    () => call(listAuthenticators, {}),
    watched,
  )
  const { data, renaming, removing, setRenaming, setRemoving, handleChange } = own
  const start = useAction(async () => {
    const { AddAuthenticator } = await loadForm()
    setAdding({ secret: await call(requestAuthenticator, {}), Form: AddAuthenticator })
  })

  return (
    <>
      {!data && !own.error && <Spinner size={24} />}
      <PartFailure error={own.error} onRetry={() => void own.refetch()} />
      {data?.authenticators.length === 0 && <p>{t('You have no authenticator app yet.')}</p>}
      {data && (
        <AuthenticatorList
          authenticators={data.authenticators}
          actions={(authenticator) => (
            <FactorButtons
              labels={{
                rename: t('Rename the authenticator app {{name}}', authenticator),
                remove: t('Remove the authenticator app {{name}}', authenticator),
              }}
              onRename={() => setRenaming(authenticator)}
              onRemove={() => setRemoving(authenticator)}
            />
          )}
        />
      )}
      <ErrorAlert error={start.error} />
      {data && !data.hasPassword && <p>{t('You sign in without a password, so no second step follows.')}</p>}
      {data?.hasPassword && data.authenticators.length < AUTHENTICATORS_MAX && (
        <Button isBusy={start.isBusy} onClick={() => void start.run()}>
          {t('Add an authenticator app')}
        </Button>
      )}
      {adding && <adding.Form secret={adding.secret} onAdded={own.handleAdded} onClose={() => setAdding(null)} />}
      {renaming && (
        <RenameFactor
          title={t('Rename authenticator app')}
          name={renaming.name}
          onRename={async (name) => {
            await call(renameAuthenticator, { authenticatorId: renaming._id, name })
            handleChange(renameAuthenticator.message)
          }}
          onClose={() => setRenaming(null)}
        />
      )}
      {removing && (
        <RemoveOwnFactor
          title={t('Remove the authenticator app “{{name}}”?', removing)}
          message={t(removeAuthenticator.message)}
          onRemove={(endsSessions) => call(removeAuthenticator, { authenticatorId: removing._id, endsSessions })}
          onRemoved={own.handleRemoved}
          onClose={() => setRemoving(null)}
        >
          <p>{t('Its codes no longer sign you in. Delete the account in the app, too.')}</p>
          <p>
            {t(
              'If this is the last one of your passkeys and apps, whatever needs one stays closed until you add another.',
            )}
          </p>
        </RemoveOwnFactor>
      )}
    </>
  )
}
