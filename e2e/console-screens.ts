import { ACCESS_SCREENS } from './screens/access-screens.ts'
import { APPROVAL_SCREENS } from './screens/approval-screens.ts'
import { CLIENT_SCREENS } from './screens/client-screens.ts'
import { MESSAGE_SCREENS } from './screens/message-screens.ts'

/** The screens of requirements A2 to A15. */
export const SCREENS = [...ACCESS_SCREENS, ...CLIENT_SCREENS, ...APPROVAL_SCREENS, ...MESSAGE_SCREENS]
