import { DEFAULT_ROUTING } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { WEBHOOK_EVENTS } from '@gatehouse/contract/webhook-events.ts'
import { anEmailConfiguration, anSmsConfiguration } from './message-configurations.ts'

/** The target records of all calls. */
export type Target = {
  userId: string
  email: string
  roleId: string
  permissionId: string
  emailNotificationId: string
  notificationId: string
  smsTemplateId: string
  emailTemplateId: string
  applicationId: string
  clientId: string
  accountId: string
  keyId: string
  /** Of `userId`, for an application that they may not open. */
  requestId: string
}

const TEMPLATE = { Application: 'All', Client: 'All', TemplateId: 'T-1', TemplateName: 'login-otp', Status: 'ACTIVE' }
const NOTHING = '018f0000-0000-7000-8000-000000000000'

/** A value for every field that changes use: fields whose name has one meaning everywhere. */
const FIELDS = {
  ...anSmsConfiguration(),
  ...anEmailConfiguration(),
  ...{ firstName: 'Other', lastName: 'Name', phoneNumber: '7000000001', userName: 'other.name', isActive: false },
  ...{ newPassword: 'Heron#Meadow58*Oar', password: 'Heron#Meadow58*Oar' },
  ...{
    name: 'Another name',
    description: 'Changed',
    status: 'INACTIVE',
    role: 'User',
    count: 1,
    days: 1,
    type: 'INTERNAL',
  },
  ...{ actualName: 'Another', displayName: 'Another', page: 'Another', sequence: 1, kind: 'client' },
  ...{ pocName: 'P', pocAlternateName: 'Q', pocEmail: 'p@example.com', pocAlternateEmail: 'q@example.com' },
  ...{ pocContact: '9000000001', pocAlternateContact: '9000000002', events: Object.keys(WEBHOOK_EVENTS).slice(0, 1) },
  ...{
    url: 'https://hooks.example.com/in',
    to: '9000000003',
    text: 'Hello',
    channel: 'email',
    resend: 'again',
    answer: 'No',
    newEmail: 'recovered@example.com',
    reason: 'Lost',
    validUntil: '2027-03-31',
    from: '2027-03-01',
    until: '2027-03-31',
    pageIds: [],
    regions: ['All'],
    roles: ['Clerk', 'Manager'],
  },
  // Of a service account, and one that the caller of another permission lacks.
  ...{ permissions: ['users:write', 'roles:write'], networks: [] },
  ...{ Subject: 'Hello', ...TEMPLATE, Template: 'Your code is {{ code }}' },
}
const REVIEW = { reviewerRule: 'contacts', silence: 'revoke', dueOn: '2027-03-31' }

/** Ids of records that do not affect anyone's rights. */
const OTHERS = Object.fromEntries(
  [
    ...['clainsId', 'pocId', 'pageId', 'applicationRoleMasteId', 'documnetMasteId', 'webhookId', 'projectId'],
    ...[
      'deliveryId',
      'messageId',
      'sessionId',
      'secretId',
      'passkeyId',
      'authenticatorId',
      'standInId',
      'lenderId',
      'recoveryId',
      'ruleId',
      'exceptionId',
      'routingId',
      'reviewId',
      'draftId',
      'lineId',
    ],
  ].map((name) => [name, NOTHING]),
)

/** By path: fields with another meaning than elsewhere, or further variants of a call that could do harm. */
const MORE: Record<string, (target: Target) => object[]> = {
  '/api/users/createUserWithoutAppClientAndRole': () => [{ email: 'new.one@example.com' }],
  '/api/users/updateUser': () => [
    { email: 'taken.over@example.com', isActive: true },
    { email: 'taken.over@example.com', isActive: true, version: 1_000_000 },
    { isActive: false },
    { isActive: true, codeOnly: true },
  ],
  '/api/users/endSessions': () => [{ sessionId: undefined }],
  '/api/admin/users/restore': ({ userId }) => [{ id: userId }],
  '/api/admin/roles/restore': ({ roleId }) => [{ id: roleId }],
  '/api/admin/permissions/restore': ({ permissionId }) => [{ id: permissionId }],
  '/api/admin/emailConfigurations/restore': ({ emailNotificationId }) => [{ id: emailNotificationId }],
  '/api/admin/smsConfigurations/restore': ({ notificationId }) => [{ id: notificationId }],
  '/api/admin/smsTemplates/restore': ({ smsTemplateId }) => [{ id: smsTemplateId }],
  '/api/admin/emailTemplates/restore': ({ emailTemplateId }) => [{ id: emailTemplateId }],
  '/api/admin/serviceAccounts/restore': ({ accountId }) => [{ id: accountId }],
  '/api/admin/recordPermissions/attach': ({ clientId }) => [{ id: clientId }],
  '/api/admin/recordPermissions/detach': ({ clientId }) => [{ id: clientId }],
  '/api/smsMaster/update': ({ smsTemplateId: _id }) => [
    { _id },
    { _id, TemplateName: 'welcome' },
    { _id, Status: 'INACTIVE' },
  ],
  '/api/users/updatePage': () => [{ version: undefined }],
  '/api/smsMaster/delete': ({ smsTemplateId: _id }) => [{ _id }],
  '/api/emailMaster/update': ({ emailTemplateId: _id }) => [
    { _id },
    { _id, TemplateName: 'welcome' },
    { _id, Status: 'INACTIVE' },
  ],
  '/api/emailMaster/delete': ({ emailTemplateId: _id }) => [{ _id }],
  '/api/emailNotification/updateEmailNotification': () => [{}, { status: 'INACTIVE' }, { host: 'mail.example.org' }],
  '/api/application/registerApplication': () => [{ name: { description: 'New one' } }],
  '/api/application/updateApplication/:id': ({ applicationId }) => [
    { id: applicationId, name: { description: 'Another', applicationType: 'NA' } },
  ],
  '/api/application/deleteApplication/:id': ({ applicationId }) => [{ id: applicationId }],
  '/api/admin/applications/restore': ({ applicationId }) => [{ id: applicationId }],
  '/api/admin/clients/restore': ({ clientId }) => [{ id: clientId }],
  '/api/admin/smsConfigurations/test': ({ notificationId }) => [{ id: notificationId }],
  '/api/admin/emailConfigurations/test': ({ emailNotificationId }) => [
    { id: emailNotificationId, to: 'me@example.com' },
  ],
  '/api/admin/templates/test': ({ emailTemplateId }) => [{ id: emailTemplateId }],
  '/api/admin/messages/resendFailed': () => [{ filter: {} }],
  '/api/admin/invitations/invite': ({ roleId }) => [{ emails: ['new.one@example.com'], roleId }],
  '/api/admin/invitations/resend': () => [{ ids: [NOTHING] }],
  '/api/admin/invitations/revoke': () => [{ ids: [NOTHING] }],
  '/api/admin/pageAccess/save': () => [{ changes: [{ roleId: NOTHING, pageId: NOTHING, before: null, after: [] }] }],
  '/api/admin/pageAccess/publish': () => [{ pages: [{ id: 'claims', name: 'Claims' }] }],
  ...Object.fromEntries(
    ['saveRole', 'saveRule', 'removeRule', 'undo', 'keep'].map((call) => [
      `/api/admin/approvalDrafts/${call}`,
      () => [{ revision: 1, pageId: NOTHING }],
    ]),
  ),
  '/api/admin/approvalDrafts/saveRouting': () => [{ revision: 1, ...DEFAULT_ROUTING }],
  '/api/admin/approvalDrafts/publish': () => [{ revision: 1, version: 1 }],
  '/api/admin/approvalDrafts/mend': () => [{ revision: 1, finding: 'a finding', mend: 'raise-end' }],
  '/api/admin/intendedGaps/mark': () => [{ version: 1, finding: 'a finding', reason: 'It is meant' }],
  '/api/admin/intendedGaps/unmark': () => [{ intendedGapId: NOTHING }],
  '/api/admin/approvalMends/draft': () => [{ version: 1, name: 'A mend', finding: 'a finding', mend: 'raise-end' }],
  '/api/admin/approvalPublishing/ask': () => [{ revision: 1, version: 1 }],
  '/api/admin/approvalPublishing/date': () => [{ revision: 1, version: 1, publishAt: '2030-01-01T00:00:00Z' }],
  '/api/admin/approvalPublishing/confirm': () => [{ requestId: NOTHING, revision: null, version: null }],
  '/api/admin/approvalPublishing/sendBack': () => [{ requestId: NOTHING, note: 'Not yet' }],
  '/api/admin/approvalReplays/cancel': () => [{ replayId: NOTHING }],
  '/api/admin/approvalReplays/start': () => [{ version: 1, firstDay: '2026-01-01', lastDay: '2026-01-31' }],
  '/api/admin/reviews/count': ({ userId }) => [{ scope: { userId } }],
  '/api/admin/reviews/start': ({ userId }) => [{ ...REVIEW, scope: { userId } }],
  '/api/admin/reviews/postpone': () => [{ dueOn: REVIEW.dueOn }],
  '/api/admin/reviews/complete': () => [{ undecided: 0 }],
  '/api/admin/reviews/saveSettings': ({ userId }) => [
    { ...REVIEW, reviewerIds: [userId], onRoleChange: true, onClientChange: true, dueDays: 7 },
  ],
  '/api/admin/jobs/count': () => [{ query: { search: 'nobody' } }],
  '/api/admin/calls/resendFailed': () => [{ filter: {} }],
  '/api/admin/jobs/bulk': ({ userId, applicationId, clientId, roleId }) =>
    [
      { action: 'deactivate' },
      { action: 'delete' },
      { action: 'assign', applicationId, clientId, role: 'User' },
      { action: 'detach', applicationId, clientId },
      { action: 'attachRole', roleId },
    ].map((change) => ({ change, ids: [userId] })),
}

/** The bodies with which a change could give the target rights or take them; each is valid by the call's schema. */
export function bodiesFor({ path }: Endpoint, target: Target): object[] {
  return (MORE[path]?.(target) ?? [{}]).map((more) => ({ id: NOTHING, ...FIELDS, ...OTHERS, ...target, ...more }))
}
