import type { Output } from '@gatehouse/contract/endpoint.ts'
import { grantToken } from '@gatehouse/contract/launch.ts'
import type { consumeLogInOtpEmail } from '@gatehouse/contract/signin.ts'
import { useRouter, useSearch } from '@tanstack/react-router'
import { call } from '../api.ts'
import { ApiError } from '../api-error.ts'
import { renewHandshake } from '../handshake.ts'
import { leaveFor } from '../session/open-launch.ts'
import { isDeepLink, isServerPath, safeReturnTo } from '../session/return-to.ts'

type Next = Output<typeof consumeLogInOtpEmail>['next']

/** Goes where the server says, once the code is accepted; a deep link comes first (decision S9). */
export function useFinishSignIn(): (next: Next) => Promise<void> {
  const router = useRouter()
  const search = useSearch({ strict: false })

  return async (next) => {
    const { session } = await renewHandshake()
    const returnTo = safeReturnTo(search.returnTo)
    if (isDeepLink(returnTo)) {
      if (isServerPath(returnTo)) window.location.replace(returnTo)
      else router.history.replace(returnTo)
      return
    }
    if (next.to === 'application' && session) {
      const failure = await openApplication(next, session.user._id)
      return router.navigate({ to: '/dashboard/app', replace: true, state: { notice: failure } })
    }
    return router.navigate({ to: '/dashboard/app', replace: true })
  }
}

/** Leaves for the application and never resolves, or gives the reason why it cannot be opened. */
async function openApplication(next: Next & { to: 'application' }, userId: string): Promise<string> {
  const { applicationId: clientId, redirectUri, client } = next
  try {
    leaveFor((await call(grantToken, { clientId, redirectUri, userId, client })).launch)
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
  return new Promise(() => {})
}
