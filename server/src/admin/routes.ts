import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import { pages, updatePageOfUsers } from '@gatehouse/contract/admin/approvals/pages.ts'
import { roleConflicts } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { approvalRoutings } from '@gatehouse/contract/admin/approvals/routing.ts'
import { clans } from '@gatehouse/contract/admin/clients/clans.ts'
import { clients } from '@gatehouse/contract/admin/clients/clients.ts'
import { pocs } from '@gatehouse/contract/admin/clients/pocs.ts'
import { emailConfigurations } from '@gatehouse/contract/admin/gateways/email-configurations.ts'
import { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import { RESOURCES } from '@gatehouse/contract/admin/index.ts'
import { permissions } from '@gatehouse/contract/admin/roles/permissions.ts'
import { roles } from '@gatehouse/contract/admin/roles/roles.ts'
import { serviceAccounts } from '@gatehouse/contract/admin/service-accounts/service-accounts.ts'
import { emailTemplates, smsTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { webhooks } from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { serveActivity } from './activity/activity.ts'
import { applicationsStore } from './applications/applications.ts'
import { serveSecretRenewal } from './applications/renew-secret.ts'
import { serveRequestSteps } from './applications/request-steps.ts'
import { serveApplicationSecrets } from './applications/secrets.ts'
import { serveSelfRegistrations } from './applications/self-registrations.ts'
import { serveTileGroups } from './applications/tile-groups.ts'
import { applicationRolesStore } from './approvals/application-roles.ts'
import { serveApprovalCheck } from './approvals/check.ts'
import { serveHeldConflicts } from './approvals/conflicts/held-conflicts.ts'
import { serveConflictExceptions } from './approvals/conflicts/routes.ts'
import { serveApprovalCoverage } from './approvals/coverage.ts'
import { documentApprovalsStore } from './approvals/document-approvals.ts'
import { serveApprovalDrafts } from './approvals/drafts/routes.ts'
import { serveExplainApproval } from './approvals/explain/explain.ts'
import { serveExplainPage } from './approvals/explain/explain-page.ts'
import { serveWhoCan } from './approvals/explain/who-can.ts'
import { serveIntendedGaps } from './approvals/intended/routes.ts'
import { serveApprovalMends } from './approvals/mends/routes.ts'
import { servePageAccess } from './approvals/page-access.ts'
import { pagesStore } from './approvals/pages.ts'
import { serveApprovalPicture } from './approvals/picture.ts'
import { servePublishDates } from './approvals/publish-dates/routes.ts'
import { serveApprovalReplays } from './approvals/replays/routes.ts'
import { roleConflictsStore } from './approvals/role-conflicts.ts'
import { serveRolePages } from './approvals/role-pages.ts'
import { approvalRoutingsStore } from './approvals/routings.ts'
import { serveSecondPerson } from './approvals/second-person/routes.ts'
import { serveTypedFindings } from './approvals/typed/routes.ts'
import { clansStore } from './clients/clans.ts'
import { clientsStore } from './clients/clients.ts'
import { pocsStore } from './clients/pocs.ts'
import { serveOptions } from './engine/options.ts'
import { serveResource, serveUpdate } from './engine/resource.ts'
import { servePictures } from './engine/uploads.ts'
import { serveViews } from './engine/views.ts'
import { emailConfigurationsStore } from './gateways/email-configurations.ts'
import { serveSmsRequestPreview } from './gateways/preview-sms-request.ts'
import { serveGatewayTests } from './gateways/send-test.ts'
import { smsConfigurationsStore } from './gateways/sms-configurations.ts'
import { serveFiles } from './jobs/files.ts'
import { serveLosses } from './jobs/leavers/routes.ts'
import { serveJobs } from './jobs/routes.ts'
import { serveMessages } from './messages/routes.ts'
import { serveCalls } from './outbound-calls/routes.ts'
import { serveOverview } from './overview/routes.ts'
import { findPeople } from './people/options.ts'
import { serveUsers } from './people/routes.ts'
import { servePriceQuotes } from './price-quotes/price-quotes.ts'
import { serveReviews } from './reviews/routes.ts'
import { serveAttachedPermissions } from './roles/attach-permissions.ts'
import { permissionsStore } from './roles/permissions.ts'
import { rolesStore } from './roles/roles.ts'
import { serveSecurity } from './security/routes.ts'
import { serveServiceAccountKeys } from './service-accounts/keys.ts'
import { serviceAccountsStore } from './service-accounts/service-accounts.ts'
import { servePreviewTemplate } from './templates/preview.ts'
import { serveTestTemplate } from './templates/send-test.ts'
import { emailTemplatesStore, smsTemplatesStore } from './templates/templates.ts'
import { serveTextsInUse } from './templates/texts-in-use.ts'
import { serveTemplateVersions } from './templates/versions.ts'
import { serveWebhookDeliveries } from './webhooks/deliveries.ts'
import { webhooksStore } from './webhooks/webhooks.ts'

/** Every call of the console. */
export function serveAdmin(app: FastifyInstance, deps: Deps) {
  serveUsers(app, deps)
  serveViews(app, deps, RESOURCES)
  serveResource(app, deps, roles, rolesStore(deps))
  serveResource(app, deps, permissions, permissionsStore)
  serveAttachedPermissions(app, deps)
  serveResource(app, deps, clients, clientsStore(deps))
  serveResource(app, deps, pocs, pocsStore)
  serveResource(app, deps, clans, clansStore)
  serveResource(app, deps, pages, pagesStore)
  serveUpdate(app, deps, pages, pagesStore, updatePageOfUsers)
  servePriceQuotes(app, deps)
  servePictures(app, deps)
  serveResource(app, deps, applications, applicationsStore(deps))
  serveApplicationSecrets(app, deps)
  serveSecretRenewal(app, deps)
  serveSelfRegistrations(app, deps)
  serveTileGroups(app, deps)
  serveRequestSteps(app, deps)
  serveResource(app, deps, applicationRoles, applicationRolesStore(deps))
  serveRolePages(app, deps)
  servePageAccess(app, deps)
  serveResource(app, deps, documentApprovals, documentApprovalsStore(deps))
  serveResource(app, deps, roleConflicts, roleConflictsStore(deps))
  serveHeldConflicts(app, deps)
  serveConflictExceptions(app, deps)
  serveResource(app, deps, approvalRoutings, approvalRoutingsStore(deps))
  serveApprovalCheck(app, deps)
  serveTypedFindings(app, deps)
  serveApprovalDrafts(app, deps)
  serveApprovalMends(app, deps)
  serveSecondPerson(app, deps)
  servePublishDates(app, deps)
  serveIntendedGaps(app, deps)
  serveApprovalReplays(app, deps)
  serveApprovalPicture(app, deps)
  serveApprovalCoverage(app, deps)
  serveExplainApproval(app, deps)
  serveExplainPage(app, deps)
  serveWhoCan(app, deps)
  serveOptions(app, deps, findPeople)
  serveResource(app, deps, emailConfigurations, emailConfigurationsStore(deps))
  serveResource(app, deps, smsConfigurations, smsConfigurationsStore(deps))
  serveSmsRequestPreview(app, deps)
  serveGatewayTests(app, deps)
  serveResource(app, deps, smsTemplates, smsTemplatesStore(deps))
  serveResource(app, deps, emailTemplates, emailTemplatesStore(deps))
  servePreviewTemplate(app, deps)
  serveTestTemplate(app, deps)
  serveTextsInUse(app, deps)
  serveTemplateVersions(app, deps)
  serveResource(app, deps, webhooks, webhooksStore(deps))
  serveWebhookDeliveries(app, deps)
  serveResource(app, deps, serviceAccounts, serviceAccountsStore)
  serveServiceAccountKeys(app, deps)
  serveCalls(app, deps)
  serveMessages(app, deps)
  serveJobs(app, deps)
  serveLosses(app, deps)
  serveFiles(app, deps)
  serveActivity(app, deps)
  serveReviews(app, deps)
  serveOverview(app, deps)
  serveSecurity(app, deps)
}
