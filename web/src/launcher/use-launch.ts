import { grantToken, type Launch, type Tile } from '@gatehouse/contract/launch.ts'
import { useState } from 'react'
import { call } from '../api.ts'
import { openIn } from '../session/open-launch.ts'
import { useSession } from '../session/use-session.ts'
import { useAction } from '../ui/use-action.ts'

/** Opens an application in a new tab. `blocked` holds the launch when the browser refused to open one. */
export function useLaunch() {
  const { user } = useSession()
  const [opening, setOpening] = useState<string | null>(null)
  const [blocked, setBlocked] = useState<{ name: string; launch: Launch } | null>(null)

  const action = useAction(async (tile: Tile, client: string | undefined, tab: Window | null) => {
    setOpening(tile._id)
    setBlocked(null)
    try {
      const request = { clientId: tile._id, redirectUri: tile.redirectUri, userId: user._id, client }
      const { launch } = await call(grantToken, request)
      if (tab) openIn(tab, launch)
      else setBlocked({ name: tile.name, launch })
    } catch (error) {
      tab?.close()
      throw error
    } finally {
      setOpening(null)
    }
  })

  /** Call it straight from an event: browsers let a page open a tab only in answer to a press. */
  async function launch(tile: Tile, client: string | undefined): Promise<void> {
    if (action.isBusy) return
    const tab = window.open('about:blank', `launch-${crypto.randomUUID()}`)
    if (tab) tab.opener = null // The application must not reach back into the portal.
    await action.run(tile, client, tab)
  }

  return { launch, opening, error: action.error, blocked, clearBlocked: () => setBlocked(null) }
}
