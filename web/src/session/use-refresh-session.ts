import { useRouter } from '@tanstack/react-router'
import { renewHandshakeOf } from '../handshake.ts'
import { useSession } from './use-session.ts'

/** Asks the server again what this session may do, and draws the pages by it. */
export function useRefreshSession(): () => Promise<void> {
  const session = useSession()
  const router = useRouter()
  return async () => {
    await renewHandshakeOf(session)
    await router.invalidate()
  }
}
