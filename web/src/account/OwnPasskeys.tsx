import type { Output } from '@gatehouse/contract/endpoint.ts'
import {
  acceptPasskey,
  addPasskey,
  listPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
} from '@gatehouse/contract/factors/passkeys.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { canUsePasskeys, loadCeremony } from '../factors/load-ceremony.ts'
import { PasskeyList } from '../factors/PasskeyList.tsx'
import { useSession, useSettings } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { PartFailure } from '../ui/PartFailure.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useAction } from '../ui/use-action.ts'
import { AcceptPasskey } from './AcceptPasskey.tsx'
import { FactorButtons } from './FactorButtons.tsx'
import { RemoveOwnFactor } from './RemoveOwnFactor.tsx'
import { RenameFactor } from './RenameFactor.tsx'
import { useOwnFactors } from './use-own-factors.ts'

/** One's own passkeys: add, rename, remove. */
export function OwnPasskeys(watched: { onAdded: () => void; onRemoved: () => void }) {
  const { t } = useTranslation()
  const settings = useSettings()
  const [accepting, setAccepting] = useState<Passkey | null>(null)
  const own = useOwnFactors<Passkey, Output<typeof listPasskeys>>('passkeys', () => call(listPasskeys, {}), watched)
  const { data, renaming, removing, setRenaming, setRemoving, handleChange } = own
  const { acting } = useSession()
  // Whoever acts for the person has other passkeys here. A browser that cannot pass it on is no failure of the page.
  useEffect(() => {
    if (data === undefined || acting || !canUsePasskeys(settings)) return
    void loadCeremony()
      .then(({ signalPasskeys }) => signalPasskeys())
      .catch(() => undefined)
  }, [data, acting, settings])
  const adding = useAction(async () => {
    const { createPasskey } = await loadCeremony()
    await createPasskey()
    own.handleAdded(addPasskey.message)
  })

  return (
    <>
      {!data && !own.error && <Spinner size={24} />}
      <PartFailure error={own.error} onRetry={() => void own.refetch()} />
      {data?.length === 0 && <p>{t('You have no passkey yet.')}</p>}
      {data && (
        <PasskeyList
          passkeys={data}
          actions={(passkey) => (
            <>
              {passkey.isSuspected && (
                <Button
                  variant="neutral"
                  aria-label={t('Accept the passkey {{name}}', passkey)}
                  onClick={() => setAccepting(passkey)}
                >
                  {t('Accept')}
                </Button>
              )}
              <FactorButtons
                labels={{
                  rename: t('Rename the passkey {{name}}', passkey),
                  remove: t('Remove the passkey {{name}}', passkey),
                }}
                onRename={() => setRenaming(passkey)}
                onRemove={() => setRemoving(passkey)}
              />
            </>
          )}
        />
      )}
      <ErrorAlert error={adding.error} />
      {canUsePasskeys(settings) ? (
        <Button isBusy={adding.isBusy} onClick={() => void adding.run()}>
          {t('Add a passkey')}
        </Button>
      ) : (
        <p>{t('This browser cannot make passkeys for this portal.')}</p>
      )}
      {renaming && (
        <RenameFactor
          title={t('Rename passkey')}
          name={renaming.name}
          onRename={async (name) => {
            await call(renamePasskey, { passkeyId: renaming._id, name })
            handleChange(renamePasskey.message)
          }}
          onClose={() => setRenaming(null)}
        />
      )}
      {accepting && (
        <AcceptPasskey
          passkey={accepting}
          onAccepted={() => {
            setAccepting(null)
            handleChange(acceptPasskey.message)
          }}
          onClose={() => setAccepting(null)}
        />
      )}
      {removing && (
        <RemoveOwnFactor
          title={t('Remove the passkey “{{name}}”?', removing)}
          message={t(removePasskey.message)}
          onRemove={(endsSessions) => call(removePasskey, { passkeyId: removing._id, endsSessions })}
          onRemoved={own.handleRemoved}
          onClose={() => setRemoving(null)}
        >
          <p>
            {t(
              'You can no longer sign in with it. Some password managers forget it by themselves; otherwise delete it where it is kept.',
            )}
          </p>
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
