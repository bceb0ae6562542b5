import { approveAccess, declineAccess, listAccessRequests } from './access-requests.ts'
import { startActing } from './acting.ts'
import { explainAccess, listAssignments } from './assignments.ts'
import { removeUserAuthenticator, userAuthenticators } from './authenticators.ts'
import { invite, listInvitations, resendInvitations, revokeInvitations } from './invitations.ts'
import { removeUserPasskey, userPasskeys } from './passkeys.ts'
import { userPreferences } from './preferences.ts'
import { approveRecovery, cancelRecovery, listRecoveries, startRecovery } from './recoveries.ts'
import { removeUserRecoveryCodes, userRecoveryCodes } from './recovery-codes.ts'
import { forgetUserBrowsers, userRememberedBrowsers } from './remembered-browsers.ts'
import { endUserSessions, userSessions } from './sessions.ts'
import { endStandIn, lendAuthority, lendableOf, listStandIns } from './stand-ins.ts'
import { endSuspension, readSuspension, suspendUser } from './suspensions.ts'
import * as users from './users.ts'

/** The calls about people, beside those of their list. */
export const PEOPLE_CALLS = [
  users.resetUserPassword,
  users.roleBasedOnUserId,
  users.attachRoleToUser,
  users.detachRoleToUser,
  users.assignedApplicationWithClient,
  users.roleBasedOnAapplication,
  users.addUserApplicationClinetRole,
  users.detachClient,
  users.sendInvitation,
  listInvitations,
  invite,
  resendInvitations,
  revokeInvitations,
  userSessions,
  endUserSessions,
  userPasskeys,
  userPreferences,
  removeUserPasskey,
  userAuthenticators,
  removeUserAuthenticator,
  userRecoveryCodes,
  listRecoveries,
  startRecovery,
  readSuspension,
  suspendUser,
  startActing,
  endSuspension,
  approveRecovery,
  cancelRecovery,
  removeUserRecoveryCodes,
  userRememberedBrowsers,
  forgetUserBrowsers,
  listAssignments,
  explainAccess,
  listAccessRequests,
  approveAccess,
  declineAccess,
  listStandIns,
  lendableOf,
  lendAuthority,
  endStandIn,
]
