import { useNavigate } from '@tanstack/react-router'
import { leaveSession } from '../ui/unsaved/leaving.ts'
import { signOut } from './sign-out.ts'

type Leaving = {
  /** Where the next sign-in leads to. */
  returnTo?: string
  /** Whether a call waits for the person to confirm who they are. Signing out instead loses what that call would have saved. */
  isHeld?: boolean
}

/** Ends the session and goes to sign in. Before that, the person is asked about input that would be lost. */
export function useLeave({ returnTo, isHeld = false }: Leaving = {}): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    await leaveSession(
      async () => {
        await signOut()
        await navigate({ to: '/login', search: returnTo === undefined ? {} : { returnTo } })
      },
      { isHeld },
    )
  }
}
