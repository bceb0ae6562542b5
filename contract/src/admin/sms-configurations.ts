import * as field from '../fields.ts'
import { resource } from './resource.ts'

/** The name of a request parameter or form field of the gateway. */
const attribute = (message: string) => field.requiredText(message, 100)

const form = {
  providerName: field.requiredText('Provider Name is required', 100),
  /** An application's id, or 'All'. */
  application: field.idOrAll('Application is required'),
  /** A client's id, or 'All'. */
  clientName: field.idOrAll('Client Name is required'),
  token: field.secret(),
  url: field.requiredWebAddress('Url is required'),
  gatewayId: field.requiredText('Gateway Id is required', 100),
  nameOfTheGateway: field.requiredText('Name Of Gateway is required', 100),
  apiCodeValue: field.secret(),
  userNameValue: field.requiredText('User Name Value is required', 200),
  passwordValue: field.secret(),
  senderIdValue: field.requiredText('Sender Id Value is required', 100),
  countryCodeAttribute: attribute('Country Code Attribute is required'),
  apiCodeAttribute: attribute('API Code Attribute is required'),
  messageAttribute: attribute('Message Attribute is required'),
  userNameAttribute: attribute('User Name Attribute is required'),
  passwordAttribute: attribute('Password Attribute is required'),
  senderIdAttribute: attribute('Sender Id Attribute is required'),
  mobileNoAttribute: attribute('Mobile No Attribute is required'),
  countryCodeValue: field.requiredText('Country Code Value is required', 10),
  status: field.status(),
  defaultNo: field.requiredText('Default No. is required', 20),
  entityId: field.requiredText('Entity Id is required', 100),
}

/** Which HTTP gateway sends SMS, and under which names it wants what (specification 2 §2.11, decisions M1 and M3). */
export const smsConfigurations = resource({
  name: 'smsConfigurations',
  title: 'SMS configuration',
  messages: {
    created: 'SMS Configuration Created',
    updated: 'SMS Configuration Updated',
    removed: 'SMS Configuration is Deleted',
  },
  idKey: 'notificationId',
  read: 'messages:read',
  write: 'messages:write',
  fields: ['application', 'providerName', 'passwordValue', 'token', 'nameOfTheGateway', 'status'],
  row: {
    providerName: field.text(),
    application: field.text(),
    applicationName: field.text(),
    clientName: field.text(),
    clientDisplayName: field.text(),
    /** Of the three secrets: `SECRET_MASK`, or empty when there is none. */
    token: field.text(),
    passwordValue: field.text(),
    apiCodeValue: field.text(),
    url: field.text(),
    gatewayId: field.text(),
    nameOfTheGateway: field.text(),
    userNameValue: field.text(),
    senderIdValue: field.text(),
    countryCodeAttribute: field.text(),
    apiCodeAttribute: field.text(),
    messageAttribute: field.text(),
    userNameAttribute: field.text(),
    passwordAttribute: field.text(),
    senderIdAttribute: field.text(),
    mobileNoAttribute: field.text(),
    countryCodeValue: field.text(),
    status: field.text(),
    defaultNo: field.text(),
    entityId: field.text(),
  },
  form,
  paths: {
    list: '/api/notificationConfiguration/allList',
    create: '/api/notificationConfiguration/create',
    update: '/api/notificationConfiguration/update',
    remove: '/api/notificationConfiguration/delete',
  },
})
