import type { Endpoint } from '../endpoint.ts'
import { listActivity } from './activity/activity.ts'
import { APPLICATION_CALLS } from './applications/application-calls.ts'
import * as applications from './applications/applications.ts'
import * as applicationRoles from './approvals/application-roles.ts'
import { APPROVAL_CALLS } from './approvals/approval-calls.ts'
import { documentApprovals } from './approvals/document-approvals.ts'
import { pages } from './approvals/pages.ts'
import { roleConflicts } from './approvals/role-conflicts.ts'
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
import { MESSAGE_CALLS } from './messages/message-calls.ts'
import * as calls from './outbound-calls/calls.ts'
import { showFirstHour } from './overview/first-hour.ts'
import { overview } from './overview/overview.ts'
import { PEOPLE_CALLS } from './people/people-calls.ts'
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
  listOptions,
  pageOfOptions,
  ...PEOPLE_CALLS,
  roles.attachPermissionsToRole,
  roles.detachPermissionsToRole,
  permissions.permissionsOfRecord,
  permissions.attachPermissionToRecord,
  permissions.detachPermissionFromRecord,
  ...APPLICATION_CALLS,
  ...APPROVAL_CALLS,
  previewSmsRequest,
  gatewayTests.testSmsConfiguration,
  gatewayTests.testEmailConfiguration,
  previewTemplate,
  textsInUse.listTextsInUse,
  textsInUse.readTextInUse,
  listTemplateVersions,
  sendTestTemplate,
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
  ...MESSAGE_CALLS,
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
