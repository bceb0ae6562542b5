import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import { pages } from '@gatehouse/contract/admin/approvals/pages.ts'
import { roleConflicts } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { approvalRoutings } from '@gatehouse/contract/admin/approvals/routing.ts'
import { clans } from '@gatehouse/contract/admin/clients/clans.ts'
import { clients } from '@gatehouse/contract/admin/clients/clients.ts'
import { pocs } from '@gatehouse/contract/admin/clients/pocs.ts'
import { emailConfigurations } from '@gatehouse/contract/admin/gateways/email-configurations.ts'
import { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import { permissions } from '@gatehouse/contract/admin/roles/permissions.ts'
import { roles } from '@gatehouse/contract/admin/roles/roles.ts'
import { serviceAccounts } from '@gatehouse/contract/admin/service-accounts/service-accounts.ts'
import { emailTemplates, smsTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { webhooks } from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import { hasSecret, noticeOf } from '@gatehouse/contract/notices.ts'
import { applicationsStore } from '../admin/applications/applications.ts'
import { applicationRolesStore } from '../admin/approvals/application-roles.ts'
import { documentApprovalsStore } from '../admin/approvals/document-approvals.ts'
import { pagesStore } from '../admin/approvals/pages.ts'
import { roleConflictsStore } from '../admin/approvals/role-conflicts.ts'
import { approvalRoutingsStore } from '../admin/approvals/routings.ts'
import { clansStore } from '../admin/clients/clans.ts'
import { clientsStore } from '../admin/clients/clients.ts'
import { pocsStore } from '../admin/clients/pocs.ts'
import type { StoreNeeds } from '../admin/engine/store.ts'
import { EMAIL_SECRETS, emailConfigurationsStore } from '../admin/gateways/email-configurations.ts'
import { SMS_SECRETS, smsConfigurationsStore } from '../admin/gateways/sms-configurations.ts'
import { permissionsStore } from '../admin/roles/permissions.ts'
import { rolesStore } from '../admin/roles/roles.ts'
import { serviceAccountsStore } from '../admin/service-accounts/service-accounts.ts'
import { emailTemplatesStore, smsTemplatesStore } from '../admin/templates/templates.ts'
import { webhooksStore } from '../admin/webhooks/webhooks.ts'
import type { TemplatePool } from '../notifications/template-pool.ts'
import { intendedGapsOfPages } from './intended-gaps.ts'
import { ALL_FIELDS, type FileKind, fileKind } from './kind.ts'
import {
  applicationsOfRequestPages,
  pagesOfRoles,
  permissionsOf,
  permissionsOfRoles,
  selfRegistrations,
} from './links.ts'

const NAMED_BY_ID = 'the name of a record that another field refers to'
const PICTURE = 'pictures are uploaded, and a path is valid in one portal only'
const PUBLISHED = 'each application publishes it itself, to each portal'
const COMPUTED = 'computed from other records'

const toClient = { as: 'client', to: 'clients' } as const
const toApplication = { as: 'application', to: 'applications' } as const
const clientOrAll = { ...toClient, orAll: true } as const
const applicationOrAll = { ...toApplication, orAll: true } as const

/** A message with a code or link: the person who writes or delivers it can sign in as its reader, or lock the account. */
const carriesCode = ({ TemplateName }: Record<string, unknown>) => {
  const notice = noticeOf(String(TemplateName))
  return notice !== null && hasSecret(notice) ? ALL_FIELDS : []
}
const template = {
  key: ['TemplateName', 'Language', 'application', 'client'],
  references: { Application: applicationOrAll, Client: clientOrAll },
  leftOut: { ApplicationName: NAMED_BY_ID, ClientName: NAMED_BY_ID },
  carries: carriesCode,
}

/** The sections of the file. A record refers only to records of earlier sections. */
export function fileKinds(needs: StoreNeeds & { templates: TemplatePool }): FileKind[] {
  return [
    fileKind({
      ...{ resource: permissions, store: permissionsStore, key: ['name'] },
      leftOut: { catalogue: 'which permissions the portal itself checks' },
      isBuiltIn: ({ catalogue }) => catalogue,
    }),
    fileKind({
      ...{ resource: roles, store: rolesStore(needs), key: ['name'] },
      links: { permissions: permissionsOfRoles },
      leftOut: { system: 'which roles are built in', permissions: 'attached one by one: a list of names' },
      isBuiltIn: ({ system }) => system !== null,
    }),
    fileKind({
      ...{ resource: clients, store: clientsStore(needs), key: ['actualName'] },
      links: { permissions: permissionsOf('client') },
      leftOut: { clientLogo: PICTURE, isDeleted: 'deleted records are not in the file' },
    }),
    fileKind({
      ...{ resource: pocs, store: pocsStore, key: ['client', 'pocName'] },
      references: { clientId: toClient },
      links: { permissions: permissionsOf('poc') },
      leftOut: { clientName: NAMED_BY_ID },
    }),
    fileKind({
      ...{ resource: clans, store: clansStore, key: ['client', 'name'] },
      references: { clientId: toClient },
      links: { permissions: permissionsOf('clan') },
      leftOut: { clientData: NAMED_BY_ID },
    }),
    fileKind({
      ...{ resource: applications, store: applicationsStore(needs), key: ['name.description'] },
      links: { selfRegistration: selfRegistrations },
      leftOut: {
        'name.applicationLogo': PICTURE,
        requestPageId: 'a page comes after its application, so the page says it: decidesRequestsOf',
        requestPage: NAMED_BY_ID,
        hasSecret: 'secrets of applications are stored as digests, and are made and ended in the console',
      },
      carries: () => ['applicationRedirectUrl', 'redirectUris', 'tokenAuthMethod', 'jwks', 'jwksUri', 'oauthGrants'],
    }),
    fileKind({
      ...{ resource: pages, store: pagesStore, key: ['application', 'page'] },
      references: { applicationId: toApplication },
      links: { intendedGaps: intendedGapsOfPages, decidesRequestsOf: applicationsOfRequestPages },
      leftOut: {
        ...{ applicationName: NAMED_BY_ID, manifestId: PUBLISHED, path: PUBLISHED, actions: PUBLISHED },
        ...{ isWithdrawn: COMPUTED, isUnassigned: COMPUTED },
      },
    }),
    fileKind({
      ...{ resource: applicationRoles, store: applicationRolesStore(needs), key: ['application', 'client', 'role'] },
      references: { applicationId: toApplication, clientId: toClient },
      links: { pages: pagesOfRoles },
      leftOut: {
        ...{ applicationName: NAMED_BY_ID, applicationData: NAMED_BY_ID, clientData: NAMED_BY_ID },
        pageCount: COMPUTED,
      },
      values: ({ applicationData, clientData }) => ({ applicationId: applicationData._id, clientId: clientData?._id }),
    }),
    fileKind({
      ...{ resource: documentApprovals, store: documentApprovalsStore(needs) },
      key: ['application', 'client', 'role', 'page'],
      references: {
        projectId: toApplication,
        clientId: toClient,
        roleId: { as: 'role', to: 'applicationRoles', within: ['application', 'client'] },
        pageId: { as: 'page', to: 'pages', within: ['application'] },
      },
      leftOut: {
        ...{ projectName: NAMED_BY_ID, clientName: NAMED_BY_ID, roleName: NAMED_BY_ID, pageName: NAMED_BY_ID },
        roleData: COMPUTED,
      },
    }),
    fileKind({
      ...{ resource: roleConflicts, store: roleConflictsStore(needs), key: ['application', 'name'] },
      references: { applicationId: toApplication },
      leftOut: { applicationName: NAMED_BY_ID },
    }),
    fileKind({
      ...{ resource: approvalRoutings, store: approvalRoutingsStore(needs), key: ['application'] },
      references: { applicationId: toApplication, catchAllClientId: { as: 'catchAllClient', to: 'clients' } },
      leftOut: { applicationName: NAMED_BY_ID, catchAllClient: NAMED_BY_ID },
    }),
    fileKind({
      ...{ resource: emailConfigurations, store: emailConfigurationsStore(needs), secrets: EMAIL_SECRETS },
      key: ['application', 'client', 'host', 'fromMailId'],
      references: { application: { ...applicationOrAll, isName: true }, client: clientOrAll },
      leftOut: { clientName: NAMED_BY_ID },
      carries: () => ALL_FIELDS,
    }),
    fileKind({
      ...{ resource: smsConfigurations, store: smsConfigurationsStore(needs), secrets: SMS_SECRETS },
      key: ['application', 'client', 'providerName'],
      references: { application: applicationOrAll, clientName: clientOrAll },
      leftOut: { applicationName: NAMED_BY_ID, clientDisplayName: NAMED_BY_ID },
      carries: () => ALL_FIELDS,
    }),
    fileKind({ resource: emailTemplates, store: emailTemplatesStore(needs), ...template }),
    fileKind({ resource: smsTemplates, store: smsTemplatesStore(needs), ...template }),
    fileKind({
      ...{ resource: webhooks, store: webhooksStore(needs), key: ['name'] },
      leftOut: {
        hasSecret: 'the portal makes the secrets of webhooks, and shows them once',
        previousSecretUntil: 'part of a renewal of the secret',
        switchedOffAt: 'what happened, not what is configured',
      },
      carries: () => ['url'],
    }),
    fileKind({
      ...{ resource: serviceAccounts, store: serviceAccountsStore, key: ['name'] },
      leftOut: {
        ownerId: 'people are not in the file: choose the owner in the console',
        ...{ ownerName: COMPUTED, hasOwner: COMPUTED },
        keyCount: 'keys are stored as digests, and are made and revoked in the console',
        ...{ keysEndAt: COMPUTED, lastUsedAt: COMPUTED, lastUsedFrom: COMPUTED },
      },
    }),
  ]
}
