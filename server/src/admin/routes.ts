import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import { pages, updatePageOfUsers } from '@gatehouse/contract/admin/approvals/pages.ts'
import { clans } from '@gatehouse/contract/admin/clients/clans.ts'
import { clients } from '@gatehouse/contract/admin/clients/clients.ts'
import { pocs } from '@gatehouse/contract/admin/clients/pocs.ts'
import { emailConfigurations } from '@gatehouse/contract/admin/gateways/email-configurations.ts'
import { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import { permissions } from '@gatehouse/contract/admin/roles/permissions.ts'
import { roles } from '@gatehouse/contract/admin/roles/roles.ts'
import { emailTemplates, smsTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { webhooks } from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { serveActivity } from './activity.ts'
import { applicationRolesStore } from './application-roles.ts'
import { serveApplicationSecrets } from './application-secrets.ts'
import { applicationsStore } from './applications.ts'
import { serveApprovalCheck } from './approval-check.ts'
import { serveAttachedPermissions } from './attach-permissions.ts'
import { serveCalls } from './calls/routes.ts'
import { clansStore } from './clans.ts'
import { clientsStore } from './clients.ts'
import { documentApprovalsStore } from './document-approvals.ts'
import { emailConfigurationsStore } from './email-configurations.ts'
import { serveGatewayWork } from './gateway-work.ts'
import { serveFiles } from './jobs/files.ts'
import { serveJobs } from './jobs/routes.ts'
import { serveMessages } from './messages/routes.ts'
import { serveOptions } from './options.ts'
import { pagesStore } from './pages.ts'
import { permissionsStore } from './permissions.ts'
import { pocsStore } from './pocs.ts'
import { servePreviewTemplate } from './preview-template.ts'
import { servePriceQuotes } from './price-quotes.ts'
import { serveSecretRenewal } from './renew-secret.ts'
import { serveResource, serveUpdate } from './resource.ts'
import { serveRolePages } from './role-pages.ts'
import { rolesStore } from './roles.ts'
import { serveSelfRegistrations } from './self-registrations.ts'
import { smsConfigurationsStore } from './sms-configurations.ts'
import { serveTemplateVersions } from './template-versions.ts'
import { emailTemplatesStore, smsTemplatesStore } from './templates.ts'
import { serveTestTemplate } from './test-template.ts'
import { serveTextsInUse } from './texts-in-use.ts'
import { servePictures } from './uploads.ts'
import { serveUsers } from './users/routes.ts'
import { serveWebhookDeliveries } from './webhook-deliveries.ts'
import { webhooksStore } from './webhooks.ts'

/** Every call of the console. */
export function serveAdmin(app: FastifyInstance, deps: Deps) {
  serveUsers(app, deps)
  serveResource(app, deps, roles, rolesStore)
  serveResource(app, deps, permissions, permissionsStore)
  serveAttachedPermissions(app, deps)
  serveResource(app, deps, clients, clientsStore)
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
  serveResource(app, deps, applicationRoles, applicationRolesStore)
  serveRolePages(app, deps)
  serveResource(app, deps, documentApprovals, documentApprovalsStore)
  serveApprovalCheck(app, deps)
  serveOptions(app, deps)
  serveResource(app, deps, emailConfigurations, emailConfigurationsStore(deps))
  serveResource(app, deps, smsConfigurations, smsConfigurationsStore(deps))
  serveGatewayWork(app, deps)
  serveResource(app, deps, smsTemplates, smsTemplatesStore(deps))
  serveResource(app, deps, emailTemplates, emailTemplatesStore(deps))
  servePreviewTemplate(app, deps)
  serveTestTemplate(app, deps)
  serveTextsInUse(app, deps)
  serveTemplateVersions(app, deps)
  serveResource(app, deps, webhooks, webhooksStore(deps))
  serveWebhookDeliveries(app, deps)
  serveCalls(app, deps)
  serveMessages(app, deps)
  serveJobs(app, deps)
  serveFiles(app, deps)
  serveActivity(app, deps)
}
