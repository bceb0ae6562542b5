import type { Session } from '@gatehouse/contract/session.ts'
import { type Screen, type ScreenPath, screenAt } from './screens.ts'

/** The pages of one's own account, but for the profile, in the order of the menu. */
export function ownScreens({ reviews, decidesRequests, usesStandIns }: Session): Screen[] {
  const paths: (ScreenPath | false)[] = [
    '/sessions',
    '/accountActivity',
    '/signInMethods',
    reviews && '/myReviews',
    decidesRequests && '/requestsToDecide',
    usesStandIns && '/standIns',
    '/preferences',
    '/change',
  ]
  return paths.filter((path) => path !== false).map(screenAt)
}
