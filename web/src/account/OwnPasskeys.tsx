import {
  acceptPasskey,
  addPasskey,
  listPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
} from '@gatehouse/contract/factors/passkeys.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
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
import { useToasts } from '../ui/use-toasts.ts'
import { AcceptPasskey } from './AcceptPasskey.tsx'
import { RemoveOwnFactor } from './RemoveOwnFactor.tsx'
import { RenameFactor } from './RenameFactor.tsx'

const KEY = ['passkeys']

/** One's own passkeys: add, rename, remove. */
export function OwnPasskeys({ onAdded, onRemoved }: { onAdded: () => void; onRemoved: () => void }) {
  const { t } = useTranslation()
  const settings = useSettings()
  const cache = useQueryClient()
  const toasts = useToasts()
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const [accepting, setAccepting] = useState<Passkey | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => call(listPasskeys, {}),
    staleTime: 0,
  })
  const { acting } = useSession()
  // Whoever acts for the person has other passkeys here. A browser that cannot pass it on is no failure of the page.
  useEffect(() => {
    if (data === undefined || acting || !canUsePasskeys(settings)) return
    void loadCeremony()
      .then(({ signalPasskeys }) => signalPasskeys())
      .catch(() => undefined)
  }, [data, acting, settings])
  const refresh = () => {
    void cache.invalidateQueries({ queryKey: KEY })
    // Whether they take its place.
    void cache.invalidateQueries({ queryKey: ['recoveryCodes'] })
  }
  const handleChange = (message: string) => {
    toasts.success(t(message))
    refresh()
  }
  const adding = useAction(async () => {
    const { createPasskey } = await loadCeremony()
    const added = await createPasskey()
    cache.setQueryData(KEY, (before: Passkey[] = []) => [...before, added])
    handleChange(addPasskey.message)
    onAdded()
  })

  function handleRemoved() {
    setRemoving(null)
    refresh()
    onRemoved()
  }

  return (
    <>
      {!data && !error && <Spinner size={24} />}
      <PartFailure error={error} onRetry={() => void refetch()} />
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
              <Button
                variant="neutral"
                aria-label={t('Rename the passkey {{name}}', passkey)}
                onClick={() => setRenaming(passkey)}
              >
                {t('Rename')}
              </Button>
              <Button
                variant="neutral"
                aria-label={t('Remove the passkey {{name}}', passkey)}
                onClick={() => setRemoving(passkey)}
              >
                {t('Remove')}
              </Button>
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
          onRemoved={handleRemoved}
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
