import type { Endpoint } from '../endpoint.ts'
import { listActivity } from './activity/activity.ts'
import * as applications from './applications/applications.ts'
import { previewLaunch } from './applications/preview-launch.ts'
import * as requestSteps from './applications/request-steps.ts'
import * as applicationSecrets from './applications/secrets.ts'
import { simulateRequest } from './applications/simulate-request.ts'
import * as applicationRoles from './approvals/application-roles.ts'
import { approvalCheck } from './approvals/check.ts'
import { documentApprovals } from './approvals/document-approvals.ts'
import * as drafts from './approvals/drafts.ts'
import { explainApproval } from './approvals/explain.ts'
import { explainPage, listWhoCan } from './approvals/explain-page.ts'
import * as intended from './approvals/intended-gaps.ts'
import * as mends from './approvals/mends.ts'
import { publishManifest, readPageAccess, savePageAccess } from './approvals/page-access.ts'
import { pages, updatePageOfUsers } from './approvals/pages.ts'
import { PICTURE_CALLS } from './approvals/picture.ts'
import * as publishing from './approvals/publish-draft.ts'
import { PUBLISHING_CALLS } from './approvals/publishing-calls.ts'
import * as replays from './approvals/replays.ts'
import { CONFLICT_CALLS, roleConflicts } from './approvals/role-conflicts.ts'
import { approvalRoutings } from './approvals/routing.ts'
import { clans } from './clients/clans.ts'
import { clients } from './clients/clients.ts'
import { pocs } from './clients/pocs.ts'
import { listOptions, pageOfOptions } from './engine/options.ts'
import { type Resource, resourceEndpoints } from './engine/resource.ts'
import { VIEW_CALLS } from './engine/views.ts'
import { emailConfigurations } from './gateways/email-configurations.ts'
import { previewSmsRequest } from './gateways/preview-sms-request.ts'
import * as gatewayTests from './gateways/send-test.ts'
import { smsConfigurations } from './gateways/sms-configurations.ts'
import * as jobs from './jobs/jobs.ts'
import { listLosses, listLossesOf } from './jobs/leavers.ts'
import * as messages from './messages/messages.ts'
import * as messageWays from './messages/routing.ts'
import * as calls from './outbound-calls/calls.ts'
import { showFirstHour } from './overview/first-hour.ts'
import { overview } from './overview/overview.ts'
import { approveAccess, declineAccess, listAccessRequests } from './people/access-requests.ts'
import { startActing } from './people/acting.ts'
import { explainAccess, listAssignments } from './people/assignments.ts'
import { removeUserAuthenticator, userAuthenticators } from './people/authenticators.ts'
import { invite, listInvitations, resendInvitations, revokeInvitations } from './people/invitations.ts'
import { removeUserPasskey, userPasskeys } from './people/passkeys.ts'
import { userPreferences } from './people/preferences.ts'
import { approveRecovery, cancelRecovery, listRecoveries, startRecovery } from './people/recoveries.ts'
import { removeUserRecoveryCodes, userRecoveryCodes } from './people/recovery-codes.ts'
import { forgetUserBrowsers, userRememberedBrowsers } from './people/remembered-browsers.ts'
import { endStandIn, lendAuthority, lendableOf, listStandIns } from './people/stand-ins.ts'
import { endSuspension, readSuspension, suspendUser } from './people/suspensions.ts'
import * as users from './people/users.ts'
import { REVIEW_CALLS } from './reviews/review-calls.ts'
import * as permissions from './roles/permissions.ts'
import * as roles from './roles/roles.ts'
import { securityChecklist } from './security/checklist.ts'
import { factorCoverage } from './security/coverage.ts'
import * as serviceAccounts from './service-accounts/service-accounts.ts'
import { previewTemplate } from './templates/preview.ts'
import { sendTestTemplate } from './templates/send-test.ts'
import { emailTemplates, smsTemplates } from './templates/templates.ts'
import * as textsInUse from './templates/texts-in-use.ts'
import { listTemplateVersions } from './templates/versions.ts'
import * as webhooks from './webhooks/webhooks.ts'

/** Everything the console manages: walked by tests. */
export const RESOURCES: readonly Resource[] = [
  users.users,
  applications.applications,
  roles.roles,
  permissions.permissions,
  applicationRoles.applicationRoles,
  clients,
  pocs,
  clans,
  emailConfigurations,
  smsConfigurations,
  pages,
  documentApprovals,
  roleConflicts,
  approvalRoutings,
  smsTemplates,
  emailTemplates,
  webhooks.webhooks,
  serviceAccounts.serviceAccounts,
]

export const ADMIN_ENDPOINTS: readonly Endpoint[] = [
  ...RESOURCES.flatMap(resourceEndpoints),
  ...VIEW_CALLS,
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
  users.userSessions,
  users.endUserSessions,
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
  roles.attachPermissionsToRole,
  roles.detachPermissionsToRole,
  permissions.permissionsOfRecord,
  permissions.attachPermissionToRecord,
  permissions.detachPermissionFromRecord,
  applications.renewApplicationSecret,
  applicationSecrets.applicationSecrets,
  applicationSecrets.addApplicationSecret,
  applicationSecrets.endApplicationSecret,
  applications.selfRegistrations,
  applications.tileGroups,
  requestSteps.previewRequestSteps,
  applications.openSelfRegistration,
  applications.closeSelfRegistration,
  previewLaunch,
  simulateRequest,
  applicationRoles.pagesOfRole,
  applicationRoles.attachPagesToRole,
  applicationRoles.detachPagesFromRole,
  readPageAccess,
  savePageAccess,
  publishManifest,
  ...CONFLICT_CALLS,
  approvalCheck,
  drafts.listApprovalDrafts,
  drafts.createApprovalDraft,
  drafts.readApprovalDraft,
  drafts.deleteApprovalDraft,
  drafts.listDraftRoles,
  drafts.listDraftRules,
  drafts.saveDraftRole,
  drafts.saveDraftRule,
  drafts.saveDraftRouting,
  drafts.removeDraftRule,
  drafts.undoDraftChange,
  drafts.keepDraftChange,
  mends.approvalMends,
  intended.markIntendedGap,
  intended.unmarkIntendedGap,
  mends.mendDraft,
  mends.startMend,
  publishing.compareApprovalDraft,
  publishing.listDraftDifferences,
  publishing.listDraftPeople,
  publishing.publishApprovalDraft,
  publishing.listApprovalVersions,
  ...PUBLISHING_CALLS,
  replays.startApprovalReplay,
  replays.listApprovalReplays,
  replays.readApprovalReplay,
  replays.cancelApprovalReplay,
  replays.listReplayChanges,
  ...PICTURE_CALLS,
  ...publishing.TYPED_CALLS,
  explainApproval,
  explainPage,
  listWhoCan,
  previewSmsRequest,
  gatewayTests.testSmsConfiguration,
  gatewayTests.testEmailConfiguration,
  previewTemplate,
  textsInUse.listTextsInUse,
  textsInUse.readTextInUse,
  listTemplateVersions,
  sendTestTemplate,
  updatePageOfUsers,
  listOptions,
  pageOfOptions,
  listActivity,
  webhooks.rotateWebhookSecret,
  webhooks.sendTestEvent,
  webhooks.listDeliveries,
  webhooks.readDelivery,
  webhooks.redeliver,
  serviceAccounts.serviceAccountKeys,
  serviceAccounts.addServiceAccountKey,
  serviceAccounts.revokeServiceAccountKey,
  calls.listCalls,
  calls.readCall,
  calls.resendCall,
  calls.resendFailedCalls,
  messages.listMessages,
  messages.readMessage,
  messages.resendMessage,
  messages.resendFailed,
  messages.messagesOverview,
  messages.listMessageGateways,
  messages.listGatewayHealth,
  messageWays.listUnregisteredTexts,
  messageWays.explainMessage,
  ...REVIEW_CALLS,
  overview,
  showFirstHour,
  securityChecklist,
  factorCoverage,
  jobs.countMatching,
  jobs.startBulkJob,
  jobs.listJobs,
  jobs.readJob,
  listLosses,
  listLossesOf,
  jobs.cancelJob,
  jobs.runImport,
]
