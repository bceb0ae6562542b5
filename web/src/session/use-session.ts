import type { Session, SessionEndReason, Settings } from '@gatehouse/contract/session.ts'
import { useRouteContext } from '@tanstack/react-router'
import { endReasonWords } from './end-reasons.ts'

/** What the root route knows of the server's session answer. */
export type SessionContext = { session: Session | null; endReason: SessionEndReason | null; settings: Settings }

export function useSettings(): Settings {
  return useOfSession(({ settings }) => settings)
}

/** Who is signed in. Only for screens behind `requireSession`. */
export function useSession(): Session {
  const session = useOfSession(({ session }) => session)
  if (!session) throw new Error('This screen needs a session')
  return session
}

/** For screens that visitors see, too. */
export const useIsSignedIn = (): boolean => useOfSession(({ session }) => session !== null)

/** Why this browser's session has ended, in English; `null`: there was none, or there is nothing to say. */
export function useEndReason(): string | null {
  return endReasonWords(useOfSession(({ endReason }) => endReason))
}

/** Renders again only when the part changes. The whole is another object after each step of the router. */
function useOfSession<Part>(select: (context: SessionContext) => Part): Part {
  return useRouteContext({ from: '__root__', select }) as Part
}
