import type { Endpoint } from '../endpoint.ts'
import { listActivity } from './activity.ts'
import * as applicationRoles from './application-roles.ts'
import * as applicationSecrets from './application-secrets.ts'
import * as applications from './applications.ts'
import { approvalCheck } from './approval-check.ts'
import * as calls from './calls.ts'
import { clans } from './clans.ts'
import { clients } from './clients.ts'
import { documentApprovals } from './document-approvals.ts'
import { emailConfigurations } from './email-configurations.ts'
import * as gatewayWork from './gateway-work.ts'
import * as jobs from './jobs.ts'
import * as messageWays from './message-ways.ts'
import * as messages from './messages.ts'
import { listOptions, pageOfOptions } from './options.ts'
import { pages, updatePageOfUsers } from './pages.ts'
import * as permissions from './permissions.ts'
import { pocs } from './pocs.ts'
import { previewLaunch } from './preview-launch.ts'
import { type Resource, resourceEndpoints } from './resource.ts'
import * as roles from './roles.ts'
import { smsConfigurations } from './sms-configurations.ts'
import * as templateWork from './template-work.ts'
import { emailTemplates, smsTemplates } from './templates.ts'
import { testIntegration } from './test-integration.ts'
import * as users from './users.ts'
import * as webhooks from './webhooks.ts'

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
  smsTemplates,
  emailTemplates,
  webhooks.webhooks,
]

export const ADMIN_ENDPOINTS: readonly Endpoint[] = [
  ...RESOURCES.flatMap(resourceEndpoints),
  users.resetUserPassword,
  users.roleBasedOnUserId,
  users.attachRoleToUser,
  users.detachRoleToUser,
  users.assignedApplicationWithClient,
  users.roleBasedOnAapplication,
  users.addUserApplicationClinetRole,
  users.detachClient,
  users.sendInvitation,
  users.userSessions,
  users.endUserSessions,
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
  applications.openSelfRegistration,
  applications.closeSelfRegistration,
  previewLaunch,
  testIntegration,
  applicationRoles.pagesOfRole,
  applicationRoles.attachPagesToRole,
  applicationRoles.detachPagesFromRole,
  approvalCheck,
  gatewayWork.previewSmsRequest,
  gatewayWork.testSmsConfiguration,
  gatewayWork.testEmailConfiguration,
  templateWork.previewTemplate,
  templateWork.listTextsInUse,
  templateWork.readTextInUse,
  templateWork.listTemplateVersions,
  templateWork.sendTestTemplate,
  updatePageOfUsers,
  listOptions,
  pageOfOptions,
  listActivity,
  webhooks.rotateWebhookSecret,
  webhooks.sendTestEvent,
  webhooks.listDeliveries,
  webhooks.readDelivery,
  webhooks.redeliver,
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
  jobs.countMatching,
  jobs.startBulkJob,
  jobs.listJobs,
  jobs.readJob,
  jobs.cancelJob,
  jobs.runImport,
]
