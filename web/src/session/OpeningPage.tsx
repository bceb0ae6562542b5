import { grantToken } from '@gatehouse/contract/launch.ts'
import { useSearch } from '@tanstack/react-router'
import { call } from '../api.ts'
import { LaunchNow } from './LaunchNow.tsx'
import { useSession } from './use-session.ts'

/** Goes straight into the one application of somebody who has just signed in. */
export function OpeningPage() {
  const { user } = useSession()
  const { application = '', redirect = '', client } = useSearch({ strict: false })
  const request = { clientId: application, redirectUri: redirect, userId: user._id, client }
  return (
    <LaunchNow isIncomplete={!application || !redirect} ask={async () => (await call(grantToken, request)).launch} />
  )
}
