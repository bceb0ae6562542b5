import { useNavigate } from '@tanstack/react-router'
import { signOut } from '../session/sign-out.ts'

/** Ends the session and goes to sign in. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    await signOut()
    await navigate({ to: '/login' })
  }
}
