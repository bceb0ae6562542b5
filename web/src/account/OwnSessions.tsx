import { endOtherSessions, endOwnSession, type LiveSession, listSessions } from '@gatehouse/contract/session.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { SessionList } from '../session/SessionList.tsx'
import { useLeave } from '../session/use-leave.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useAction } from '../ui/use-action.ts'
import { useToasts } from '../ui/use-toasts.ts'
import { CONSENTS, useConsents } from './use-consents.ts'

const KEY = ['sessions']

/** One's own sessions; one of them, or all others, can be ended. */
export function OwnSessions() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  const [isAsking, setIsAsking] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => call(listSessions, {}),
    staleTime: 0,
  })
  const { data: consents = [] } = useConsents()
  // What applications may do without a session ends with the others, too.
  const hasLastingElsewhere = consents.some(({ isLastingElsewhere }) => isLastingElsewhere)
  const { acting } = useSession()
  const leaving = useAction(useLeave())
  const ending = useAction(async ({ _id: sessionId }: LiveSession) => {
    await call(endOwnSession, { sessionId })
    toasts.success(t(endOwnSession.message))
    void cache.invalidateQueries({ queryKey: KEY })
  })
  const endingOthers = useAction(async () => {
    await call(endOtherSessions, {})
    setIsAsking(false)
    toasts.success(t(endOtherSessions.message))
    for (const queryKey of [KEY, CONSENTS, ['rememberedBrowsers']]) void cache.invalidateQueries({ queryKey })
  })

  if (error)
    return (
      <ErrorAlert error={error}>
        <Button variant="link" onClick={() => void refetch()}>
          {t('Retry')}
        </Button>
      </ErrorAlert>
    )
  if (!data) return <Spinner size={24} />
  return (
    <>
      <ErrorAlert error={ending.error ?? leaving.error} />
      <SessionList
        sessions={data}
        isOwn
        currentLabel={t('This browser')}
        onEnd={ending.run}
        isEnding={ending.isBusy}
        // Signing out would end the session of the administrator; the banner ends the acting.
        onLeave={acting ? undefined : leaving.run}
      />
      {(data.length > 1 || hasLastingElsewhere) && (
        <Button variant="neutral" onClick={() => setIsAsking(true)}>
          {t('End all others')}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('End all other sessions?')}
          confirmLabel={t('End all others')}
          tone="danger"
          isBusy={endingOthers.isBusy}
          error={endingOthers.error}
          onConfirm={endingOthers.run}
          onClose={() => setIsAsking(false)}
        >
          <p>
            {t(
              'You stay signed in here only. Applications lose the access that lasts beyond those sessions, and no browser is remembered any more.',
            )}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
