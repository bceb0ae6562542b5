import type { Session, SessionEndReason, Settings } from '@gatehouse/contract/session.ts'
import { useRouteContext } from '@tanstack/react-router'
import { endReasonWords } from './end-reasons.ts'

/** What the root route knows of the server's session answer. */
export type SessionContext = { session: Session | null; endReason: SessionEndReason | null; settings: Settings }

export function useSettings(): Settings {
  return useSessionContext().settings
}

/** Who is signed in. Only for screens behind `requireSession`. */
export function useSession(): Session {
  const { session } = useSessionContext()
  if (!session) throw new Error('This screen needs a session')
  return session
}

/** For screens that visitors see, too. */
export const useIsSignedIn = (): boolean => useSessionContext().session !== null

/** Why this browser's session has ended, in English; `null`: there was none, or there is nothing to say. */
export function useEndReason(): string | null {
  return endReasonWords(useSessionContext().endReason)
}

function useSessionContext(): SessionContext {
  return useRouteContext({ from: '__root__' })
}
