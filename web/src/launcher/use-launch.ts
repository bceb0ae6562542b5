import { ACTING_NEEDS_CONSENT, NOT_OPENED_WHILE_ACTING } from '@gatehouse/contract/acting.ts'
import { grantToken, type Launch, type Tile } from '@gatehouse/contract/launch.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, confirmationNeeded } from '../api.ts'
import { ApiError } from '../api-error.ts'
import { openIn } from '../session/open-launch.ts'
import { useSession } from '../session/use-session.ts'
import { changeTile, tilesQuery } from './tiles-query.ts'

/** What came of an attempt for a client: a launch that the browser opened no tab for, or a failure. */
export type Outcome = { tile: Tile; client?: string | undefined } & ({ launch: Launch } | { error: unknown })

/** Opens applications in new tabs. `opening` is the id of the one that is under way. */
export function useLaunch(onOutcome: (outcome: Outcome | null) => void) {
  const { user, acting } = useSession()
  const queryClient = useQueryClient()
  const [opening, setOpening] = useState<string | null>(null)
  const isRunning = useRef(false)

  /** Call it straight from an event: browsers let a page open a tab only in answer to a press. */
  async function launch(tile: Tile, client = tile.clients[0]?._id): Promise<void> {
    if (isRunning.current) return
    // The server refuses it; without this, a tab would open and close.
    const refusal = !tile.opensWhileActing ? NOT_OPENED_WHILE_ACTING : tile.needsConsent ? ACTING_NEEDS_CONSENT : null
    if (acting && refusal !== null) return onOutcome({ tile, client, error: new ApiError(403, refusal) })
    isRunning.current = true
    let tab = openTab()
    // The person signs in again here first, and would not see it behind an empty tab.
    const handleNeeded = () => {
      tab?.close()
      tab = null
    }
    confirmationNeeded.addEventListener('needed', handleNeeded)
    setOpening(tile._id)
    onOutcome(null)
    try {
      const request = { clientId: tile._id, redirectUri: tile.redirectUri, userId: user._id, client }
      const { launch } = await call(grantToken, request)
      tab ??= openTab()
      if (tab) openIn(tab, launch)
      else onOutcome({ tile, client, launch })
      // What the administrator opens is not what the person has used last.
      if (acting) return
      changeTile(queryClient, tile._id, { openedAt: new Date().toISOString(), lastClient: client ?? '' })
      // This sign-in may be enough for other applications, too.
      if (tile.clients.some(({ lacks }) => lacks)) void queryClient.invalidateQueries({ queryKey: tilesQuery.queryKey })
    } catch (error) {
      tab?.close()
      onOutcome({ tile, client, error })
    } finally {
      confirmationNeeded.removeEventListener('needed', handleNeeded)
      isRunning.current = false
      setOpening(null)
    }
  }

  return { launch, opening }
}

function openTab(): Window | null {
  const tab = window.open('about:blank', `launch-${crypto.randomUUID()}`)
  if (tab) tab.opener = null // The application must not reach back into the portal.
  return tab
}
