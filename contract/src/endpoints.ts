import * as accessRequests from './access-requests.ts'
import { endActing } from './acting.ts'
import { ADMIN_ENDPOINTS } from './admin/index.ts'
import { deletePriceQuote, listPriceQuotes, savePriceQuote } from './admin/price-quotes/price-quotes.ts'
import * as approvals from './approvals.ts'
import type { Endpoint } from './endpoint.ts'
import * as authenticators from './factors/authenticators.ts'
import { requestPasskeySignIn, signInWithPasskey } from './factors/passkey-sign-in.ts'
import * as passkeys from './factors/passkeys.ts'
import * as recoveryCodes from './factors/recovery-codes.ts'
import * as rememberedBrowsers from './factors/remembered-browsers.ts'
import * as secondStep from './factors/second-step.ts'
import { getBranding } from './get-branding.ts'
import { acceptInvitation, readInvitation } from './invitations.ts'
import * as launch from './launch.ts'
import { lockAccount, lockLinkState } from './lock-account.ts'
import * as lookup from './lookup.ts'
import * as oidc from './oidc.ts'
import * as ownAccess from './own-access.ts'
import { listOwnActivity } from './own-activity.ts'
import * as ownContact from './own-contact.ts'
import { downloadOwnData } from './own-data.ts'
import { getOwnNotices, putOffNotice } from './own-notices.ts'
import { setPreferences } from './own-preferences.ts'
import { changeOwnName } from './own-profile.ts'
import * as ownedRequests from './owned-requests.ts'
import { pagesOfPerson, publishPages } from './pages.ts'
import { clientBasedOnApplicationAndUser } from './people.ts'
import { confirmPhone, getOwnPhone, requestPhoneCode } from './phone-proof.ts'
import * as recoveries from './recoveries.ts'
import * as reviews from './reviews.ts'
import { getSelfRegistration, joinSelfRegistration } from './self-registration.ts'
import * as session from './session.ts'
import { createFirstAdministrator, setUpLinkState } from './setup.ts'
import * as signin from './signin.ts'
import * as standIns from './stand-ins.ts'
import { removeProfileImage } from './uploads.ts'

/** Every call of the API: used by the access test, the start-up check and the API document. */
export const ENDPOINTS: readonly Endpoint[] = [
  getBranding,
  signin.login,
  signin.consumeLogInOtpEmail,
  signin.codeDelivery,
  signin.resendLogInOtp,
  signin.signInProgress,
  signin.requestLogInOtp,
  signin.ssoLogIn,
  requestPasskeySignIn,
  signInWithPasskey,
  secondStep.signInWithAuthenticator,
  secondStep.signInWithRecoveryCode,
  secondStep.requestPasskeyStep,
  secondStep.signInWithPasskeyStep,
  signin.signUp,
  signin.consumeRequestEmailOtp,
  signin.resendEmailOtp,
  signin.requestRequestPassword,
  signin.resetLinkState,
  readInvitation,
  acceptInvitation,
  lockLinkState,
  lockAccount,
  changeOwnName,
  setPreferences,
  getOwnNotices,
  putOffNotice,
  ownContact.requestEmailChange,
  ownContact.confirmEmailChange,
  ownContact.requestPhoneChange,
  ownContact.confirmPhoneChange,
  ownContact.undoLinkState,
  ownContact.undoContactChange,
  recoveries.stopLinkState,
  recoveries.stopRecovery,
  recoveries.readRecovery,
  recoveries.recoverAccount,
  signin.consumeRequestRequestPassword,
  signin.changePassword,
  getSelfRegistration,
  joinSelfRegistration,
  createFirstAdministrator,
  setUpLinkState,
  session.getSession,
  session.getSessionState,
  session.getEncryptionKeys,
  session.DestroySession,
  session.getEndedSession,
  session.listSessions,
  session.endOwnSession,
  session.endOtherSessions,
  endActing,
  listOwnActivity,
  downloadOwnData,
  getOwnPhone,
  requestPhoneCode,
  confirmPhone,
  passkeys.listPasskeys,
  passkeys.describeOwnPasskeys,
  passkeys.requestPasskey,
  passkeys.addPasskey,
  passkeys.renamePasskey,
  passkeys.acceptPasskey,
  passkeys.removePasskey,
  passkeys.requestConfirmation,
  passkeys.confirmWithPasskey,
  authenticators.listAuthenticators,
  authenticators.requestAuthenticator,
  authenticators.addAuthenticator,
  authenticators.renameAuthenticator,
  authenticators.removeAuthenticator,
  recoveryCodes.readRecoveryCodes,
  recoveryCodes.makeRecoveryCodes,
  recoveryCodes.removeRecoveryCodes,
  rememberedBrowsers.listRememberedBrowsers,
  rememberedBrowsers.forgetBrowser,
  rememberedBrowsers.forgetAllBrowsers,
  clientBasedOnApplicationAndUser,
  lookup.getApplicationDetails,
  lookup.getClientdetails,
  launch.listTiles,
  launch.setFavourite,
  launch.explainMissing,
  ownAccess.listOwnAccess,
  ownAccess.endApplicationSessions,
  accessRequests.listRequestable,
  accessRequests.requestAccess,
  accessRequests.listOwnAccessRequests,
  accessRequests.withdrawAccessRequest,
  ownedRequests.listOwnedRequests,
  ownedRequests.readRequestLink,
  ownedRequests.listOwnedRequestChoices,
  ownedRequests.approveOwnedRequest,
  ownedRequests.declineOwnedRequest,
  standIns.listOwnStandIns,
  standIns.lendOwnAuthority,
  standIns.endOwnStandIn,
  reviews.listOwnReviews,
  reviews.listOwnReviewLines,
  reviews.decideReviewLines,
  launch.grantToken,
  launch.appAuth,
  launch.ssoLaunch,
  launch.redeem,
  approvals.decide,
  approvals.decideAll,
  approvals.decideOwn,
  approvals.whoMay,
  publishPages,
  pagesOfPerson,
  oidc.getWaitingRequest,
  oidc.answerWaitingRequest,
  oidc.listConsents,
  oidc.revokeConsent,
  ...ADMIN_ENDPOINTS,
  removeProfileImage,
  listPriceQuotes,
  savePriceQuote,
  deletePriceQuote,
]
