import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isError } from '../api.ts'
import { confirmationOf, lacksFactor } from '../session/confirmation-of.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { BlockedLaunch } from './BlockedLaunch.tsx'
import { FactorMissing } from './FactorMissing.tsx'
import { tilesQuery } from './tiles-query.ts'
import type { Outcome } from './use-launch.ts'

type Props = { outcome: Outcome; onDone: () => void; onExplain: (name: string) => void }

/** What came of opening or marking an application, in its tile. */
export function TileNotice({ outcome, onDone, onExplain }: Props) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { name } = outcome.tile
  if ('launch' in outcome) return <BlockedLaunch name={name} launch={outcome.launch} onDone={onDone} />

  const needed = confirmationOf(outcome.error)
  if (needed && lacksFactor(needed)) return <FactorMissing {...outcome} needsPasskey={needed.needsPasskey} />

  const isGone = GONE.some((key) => isError(outcome.error, key))

  function handleRefresh() {
    onDone()
    // The tile is about to go, and the button with it.
    document.getElementById('content')?.focus()
    void queryClient.invalidateQueries({ queryKey: tilesQuery.queryKey })
  }

  return (
    <ErrorAlert error={outcome.error} takesFocus={false}>
      {isGone && (
        <p className="alert-line">
          <Button variant="link" onClick={() => onExplain(name)}>
            {t('Why?')}
          </Button>
          <Button variant="link" onClick={handleRefresh}>
            {t('Refresh')}
          </Button>
        </p>
      )}
    </ErrorAlert>
  )
}

const GONE = ['application_closed', 'application_ended', 'application_not_assigned'] as const
