import type { Session, Settings } from '@gatehouse/contract/session.ts'
import { useRouteContext } from '@tanstack/react-router'

/** What the root route knows of the server's session answer. */
export type SessionContext = { session: Session | null; settings: Settings }

export function useSettings(): Settings {
  return useSessionContext().settings
}

/** Who is signed in. Only for screens behind `requireSession`. */
export function useSession(): Session {
  const { session } = useSessionContext()
  if (!session) throw new Error('This screen needs a session')
  return session
}

function useSessionContext(): SessionContext {
  return useRouteContext({ from: '__root__' })
}
