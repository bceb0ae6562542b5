import { grantToken, type Launch, type Tile } from '@gatehouse/contract/launch.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../api.ts'
import { openIn } from '../session/open-launch.ts'
import { useSession } from '../session/use-session.ts'
import { changeTile } from './tiles-query.ts'

/** What came of an attempt: a launch that the browser opened no tab for, or a failure. */
export type Outcome = { tile: Tile } & ({ launch: Launch } | { error: unknown })

/** Opens applications in new tabs. `opening` is the id of the one that is under way. */
export function useLaunch(onOutcome: (outcome: Outcome | null) => void) {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const [opening, setOpening] = useState<string | null>(null)
  const isRunning = useRef(false)

  /** Call it straight from an event: browsers let a page open a tab only in answer to a press. */
  async function launch(tile: Tile, client = tile.clients[0]?._id): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    const tab = window.open('about:blank', `launch-${crypto.randomUUID()}`)
    if (tab) tab.opener = null // The application must not reach back into the portal.
    setOpening(tile._id)
    onOutcome(null)
    try {
      const request = { clientId: tile._id, redirectUri: tile.redirectUri, userId: user._id, client }
      const { launch } = await call(grantToken, request)
      if (tab) openIn(tab, launch)
      else onOutcome({ tile, launch })
      changeTile(queryClient, tile._id, { openedAt: new Date().toISOString(), lastClient: client ?? '' })
    } catch (error) {
      tab?.close()
      onOutcome({ tile, error })
    } finally {
      isRunning.current = false
      setOpening(null)
    }
  }

  return { launch, opening }
}
