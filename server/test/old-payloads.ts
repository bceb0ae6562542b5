/** The ids of the records that were made for an old client. */
export type Known = {
  userId: string
  roleId: string
  permissionId: string
  applicationId: string
  application: string
  clientId: string
  client: string
  pageId: string
  applicationRoleId: string
  role: string
}

type Sent = Record<string, unknown>
export type OldCall = {
  call: string
  /** Every call is for another record. */
  send: (known: Known, number: number) => Sent
  /** The expected answer when it is not 200. */
  refusal?: { status: number; msg: string }
}

const ME = 'Old.Console@example.com'
const name = (number: number) => `Old Record ${number}`
const digits = (number: number) => String(7_000_000_000 + number)

const person = (number: number): Sent => ({
  email: `old${number}@example.com`,
  firstName: 'Meera',
  lastName: 'Nair',
  phoneNumber: digits(number),
})
const application = (number: number): Sent => ({
  name: { description: name(number), applicationLogo: '', applicationType: 'NA' },
  applicationSecret: { applicationLogin: 'NA', applicationLogoutUri: '', GrantTypes: 'NA' },
  applicationAllowedUrl: '',
  applicationRedirectUrl: 'https://old.example.com/sso',
  authenticationType: 'NA',
  status: '',
})
const client = (number: number): Sent => ({
  actualName: name(number),
  displayName: name(number),
  email: '',
  clientLogo: '',
  address: '',
  officeContact: '2266778899',
  daysData: '',
  filterByCaseStatus: '',
  listCaseStatus: '',
  uuid: '',
  status: 'ACTIVE',
  schemaNames: '',
  createdByNames: '',
})
const poc = (number: number): Sent => ({
  pocName: name(number),
  pocAlternateName: 'Another',
  pocEmail: 'poc@example.com',
  pocAlternateEmail: 'another@example.com',
  pocContact: digits(number),
  pocAlternateContact: digits(number + 1),
  city: '',
  state: '',
  country: '',
  zip: 560001,
})
const applicationRole = (number: number): Sent => ({
  role: name(number),
  roleId: `OLD-${number}`,
  regions: ['Karnataka', 'Panindia', 'Panindia', 'Tamil Nadu'],
  sequence: '2',
  actionOfRole: 'Approval',
  rangeFrom: '0',
  rangeTo: '25000.50',
})
const mail = (number: number): Sent => ({
  application: 'All',
  fromMailId: 'no-reply@example.com',
  ccMailId: 'audit@example.com, head@example.com',
  password: '',
  host: `smtp${number}.example.com`,
  postNo: '587',
  defaultTo: 'NA',
  status: 'ACTIVE',
  url: 'NA',
  userName: 'NA',
  token: 'NA',
  type: 'NA',
})
const sms = (number: number): Sent => ({
  providerName: name(number),
  application: 'All',
  clientName: 'All',
  token: '',
  url: 'https://sms.example.com/send',
  gatewayId: '',
  nameOfTheGateway: 'NA',
  apiCodeValue: 'NA',
  userNameValue: '',
  passwordValue: '',
  senderIdValue: 'NA',
  countryCodeAttribute: 'NA',
  apiCodeAttribute: '',
  messageAttribute: 'message',
  userNameAttribute: 'NA',
  passwordAttribute: 'NA',
  senderIdAttribute: '',
  mobileNoAttribute: 'mobile',
  countryCodeValue: '91',
  status: 'ACTIVE',
  defaultNo: 'NA',
  entityId: '',
})
const template = (number: number): Sent => ({
  Application: 'All',
  TemplateId: `${number}`,
  TemplateName: `old-${number}`,
  Client: 'All',
  Template: '<p>Hello {{ firstName }}</p>',
  Status: 'ACTIVE',
})
const right = (number: number): Sent => ({ name: name(number), status: 'ACTIVE', description: 'Old' })
const approval = (known: Known): Sent => ({
  pageId: known.pageId,
  roleId: known.applicationRoleId,
  clientId: known.clientId,
  projectId: known.applicationId,
  projectName: known.application,
  pageName: '',
  clientName: known.client,
  roleName: known.role,
})

/** Lists, which need no parameters. */
export const OLD_LISTS = [
  ...['/api/users/listAllActiveUser', '/api/users/ListAllRole', '/api/users/listAllPermission'],
  ...['/api/application/getAllApplication', '/api/application/getApplicationRoleMaste', '/api/page/getAllPage'],
  ...['/api/application/getDocumentApprovalMaster', '/api/client/getAllClient', '/api/client/getAllPoc'],
  ...['/api/client/getAllClains', '/api/emailNotification/getEmailNotification'],
  ...['/api/notificationConfiguration/allList', '/api/smsMaster/allList', '/api/emailMaster/allList'],
]

type Kind = {
  create: string
  update: string
  remove: string
  idKey: string
  form: (known: Known, number: number) => Sent
  also?: Sent
  removal?: Sent
}

/** Records that are created, changed and deleted; `also` are further fields of a change. */
export const OLD_RECORDS: Kind[] = [
  {
    ...{ create: '/api/users/createUserWithoutAppClientAndRole', update: '/api/users/updateUser' },
    ...{ remove: '/api/users/deleteUser', idKey: 'userId' },
    form: (_known, number) => ({
      ...person(number),
      name: 'Meera Nair',
      userName: `old.user-${number}`,
      password: 'Heron#Meadow58*Oar',
    }),
    also: { username: 'ignored', status: 'Active', isActive: true },
  },
  {
    ...{ create: '/api/users/createRole', update: '/api/users/updateRole', remove: '/api/users/deleteRole' },
    ...{ idKey: 'roleId', form: (_known, number) => right(number) },
  },
  {
    ...{ create: '/api/users/createPermission', update: '/api/users/updatePermission' },
    ...{ remove: '/api/users/deletePermission', idKey: 'permissionId', form: (_known, number) => right(number) },
  },
  {
    ...{ create: '/api/application/registerApplication', update: '/api/application/updateApplication/:id' },
    ...{ remove: '/api/application/deleteApplication/:id', idKey: 'id' },
    form: (_known, number) => ({ ...application(number), createdBy: ME }),
    also: { updatedBy: ME },
    removal: { userId: 'whoever', isActive: false },
  },
  {
    ...{ create: '/api/application/addApplicationRoleMaster', update: '/api/application/updateApplicationRoleMaste' },
    ...{ remove: '/api/application/deleteApplicationRoleMaste', idKey: 'applicationRoleMasteId' },
    form: ({ applicationId, clientId }, number) => ({ ...applicationRole(number), applicationId, clientId }),
    also: { clientId: undefined, regions: ['All'], sequence: '', rangeFrom: 0, rangeTo: '' },
  },
  {
    ...{ create: '/api/application/createDocumentApprovalMaster' },
    ...{ update: '/api/application/updateDocumentApprovalMaster' },
    ...{ remove: '/api/application/deleteDocumentApprovalMaster', idKey: 'documnetMasteId', form: approval },
  },
  {
    ...{ create: '/api/page/createPage', update: '/api/page/updatePage', remove: '/api/page/deletePage' },
    idKey: 'pageId',
    form: ({ applicationId }, number) => ({
      ...{ page: name(number), description: '', applicationId, applicationName: '', status: 'ACTIVE' },
    }),
    also: { description: undefined, applicationId: undefined },
  },
  {
    ...{ create: '/api/page/createPage', update: '/api/users/updatePage', remove: '/api/page/deletePage' },
    idKey: 'pageId',
    form: ({ applicationId }, number) => ({ page: name(number), applicationId, applicationName: '', status: 'ACTIVE' }),
  },
  {
    ...{ create: '/api/client/createClient', update: '/api/client/updateClient', remove: '/api/client/deleteClient' },
    ...{ idKey: 'clientId', form: (_known, number) => client(number), also: { isDeleted: false } },
  },
  {
    ...{ create: '/api/client/createPoc', update: '/api/client/updatePoc', remove: '/api/client/deletePoc' },
    ...{ idKey: 'pocId', form: ({ clientId }, number) => ({ ...poc(number), clientId, createdBy: 'me' }) },
    also: { zip: '', updatedBy: 'me' },
  },
  {
    ...{ create: '/api/client/createClains', update: '/api/client/updateClains', remove: '/api/client/deleteClains' },
    idKey: 'clainsId',
    form: ({ clientId }, number) => ({ clientId, name: name(number), count: '12', type: 'INTERNAL', createdBy: 'me' }),
  },
  {
    ...{ create: '/api/emailNotification/createEmailNotification' },
    ...{ update: '/api/emailNotification/updateEmailNotification' },
    ...{ remove: '/api/emailNotification/deleteEmailNotification', idKey: 'emailNotificationId' },
    form: (_known, number) => mail(number),
  },
  {
    ...{ create: '/api/notificationConfiguration/create', update: '/api/notificationConfiguration/update' },
    ...{ remove: '/api/notificationConfiguration/delete', idKey: 'notificationId' },
    form: (_known, number) => sms(number),
  },
  {
    ...{ create: '/api/smsMaster/create', update: '/api/smsMaster/update', remove: '/api/smsMaster/delete' },
    ...{ idKey: '_id', form: (_known, number) => template(number), removal: { TemplateId: 'T' } },
  },
  {
    ...{ create: '/api/emailMaster/create', update: '/api/emailMaster/update', remove: '/api/emailMaster/delete' },
    ...{ idKey: '_id', form: (_known, number) => ({ ...template(number), Subject: 'Hello' }) },
    removal: { TemplateId: 'T' },
  },
]

const pair = ({ userId, applicationId, clientId }: Known) => ({ userId, applicationId, clientId })

/** All other calls, in an order in which each finds the records that it needs. */
export const OLD_CALLS: OldCall[] = [
  { call: '/api/users/roleBasedOnUserId', send: ({ userId }) => ({ userId }) },
  { call: '/api/users/assignedApplicationWithClient', send: ({ userId }) => ({ userId }) },
  {
    call: '/api/users/clientBasedOnApplicationAndUser',
    send: ({ userId, applicationId }) => ({ userId, applicationId }),
  },
  { call: '/api/application/getApplicationDetails', send: (known) => ({ name: known.application }) },
  { call: '/api/client/getClientdetails', send: (known) => ({ name: known.client }) },
  { call: '/api/users/attachRoleToUser', send: ({ userId, roleId }) => ({ userId, roleId }) },
  { call: '/api/users/detachRoleToUser', send: ({ userId, roleId }) => ({ userId, roleId }) },
  { call: '/api/users/attachPermissionsToRole', send: ({ roleId, permissionId }) => ({ roleId, permissionId }) },
  { call: '/api/users/detachPermissionsToRole', send: ({ roleId, permissionId }) => ({ roleId, permissionId }) },
  {
    call: '/api/users/roleBasedOnAapplication',
    send: ({ applicationId, clientId }) => ({ applicationId, clientId }),
  },
  { call: '/api/users/addUserApplicationClinetRole', send: (known) => ({ ...pair(known), role: known.role }) },
  { call: '/api/users/detachClient', send: pair },
  {
    call: '/api/users/addUserApplicationClinetRole',
    send: (known) => ({ ...pair(known), role: '' }),
    refusal: { status: 400, msg: 'Status is required' },
  },
  {
    call: '/api/application/pagesOfRole',
    send: (known) => ({ roleName: known.role, applicationName: known.application, clientName: known.client }),
  },
  {
    call: '/api/application/detachPagesFromRole',
    send: ({ applicationRoleId, pageId }) => ({ id: applicationRoleId, pageId }),
  },
  {
    call: '/api/application/attachPagesToRole',
    send: ({ applicationRoleId, pageId }) => ({ id: applicationRoleId, pageId }),
  },
  {
    call: '/api/users/resetPassword',
    send: () => ({ email: 'nobody@example.com', newPassword: 'Heron#Meadow58*Oar' }),
    refusal: { status: 404, msg: 'Not found' },
  },
]
