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

export type Sent = Record<string, unknown>

export const ME = 'Old.Console@example.com'
export const name = (number: number) => `Old Record ${number}`
export const digits = (number: number) => String(7_000_000_000 + number)

export const person = (number: number): Sent => ({
  email: `old${number}@example.com`,
  firstName: 'Meera',
  lastName: 'Nair',
  phoneNumber: digits(number),
})
export const application = (number: number): Sent => ({
  name: { description: name(number), applicationLogo: '', applicationType: 'NA' },
  applicationSecret: { applicationLogin: 'NA', applicationLogoutUri: '', GrantTypes: 'NA' },
  applicationAllowedUrl: '',
  applicationRedirectUrl: 'https://old.example.com/sso',
  authenticationType: 'NA',
  status: '',
})
export const client = (number: number): Sent => ({
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
export const poc = (number: number): Sent => ({
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
export const applicationRole = (number: number): Sent => ({
  role: name(number),
  roleId: `OLD-${number}`,
  regions: ['Karnataka', 'Panindia', 'Panindia', 'Tamil Nadu'],
  sequence: '2',
  actionOfRole: 'Approval',
  rangeFrom: '0',
  rangeTo: '25000.50',
})
export const mail = (number: number): Sent => ({
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
export const sms = (number: number): Sent => ({
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
export const template = (number: number): Sent => ({
  Application: 'All',
  TemplateId: `${number}`,
  TemplateName: `old-${number}`,
  Client: 'All',
  Template: '<p>Hello {{ firstName }}</p>',
  Status: 'ACTIVE',
})
export const right = (number: number): Sent => ({ name: name(number), status: 'ACTIVE', description: 'Old' })
export const approval = (known: Known): Sent => ({
  pageId: known.pageId,
  roleId: known.applicationRoleId,
  clientId: known.clientId,
  projectId: known.applicationId,
  projectName: known.application,
  pageName: '',
  clientName: known.client,
  roleName: known.role,
})
