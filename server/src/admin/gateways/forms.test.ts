import { emailConfigurations } from '@gatehouse/contract/admin/gateways/email-configurations.ts'
import { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import { expect, test } from 'vitest'
import { anApplication } from '../../../test/builders.ts'
import { behavesAsResource } from '../../../test/conformance.ts'
import type { Sent } from '../../../test/conformance-calls.ts'
import { anAdministrator } from '../../../test/console.ts'
import { anEmailConfiguration, anSmsConfiguration } from '../../../test/message-configurations.ts'
import { useTestServer } from '../../../test/server.ts'

const server = useTestServer({ config: { outboundAllow: ['relay'] } })
let count = 0

const NOBODY = '018f0000-0000-7000-8000-000000000000'
const MASK = '********'
const word = (secret: string) => (secret === '' ? 'Not set' : 'Set')

const REQUIRED_EMAIL: [Sent, string][] = [
  [{ application: '' }, 'Application is required'],
  [{ application: 'Nowhere' }, 'There is no such application'],
  [{ client: NOBODY }, 'There is no such client'],
  [{ fromMailId: '' }, 'From is required'],
  [{ fromMailId: 'nobody' }, 'Email must be a valid email address'],
  [{ ccMailId: ['x'] }, 'Email must be a valid email address'],
  [{ host: '' }, 'Host is required'],
  [{ host: 'smtp.example.com:25' }, 'Enter the name or the address of a host, without a port.'],
  [{ host: '169.254.169.254' }, 'This address is inside the network. The operator can allow it with OUTBOUND_ALLOW.'],
  [{ url: 'http://localhost/x' }, 'This address is inside the network. The operator can allow it with OUTBOUND_ALLOW.'],
  [{ url: 'ftp://example.com' }, 'Enter a full web address, such as https://app.example.com/login'],
  [{ postNo: '' }, 'Port is required'],
  [{ postNo: 0 }, 'Enter a port from 1 to 65535'],
  [{ postNo: 65_536 }, 'Enter a port from 1 to 65535'],
  [{ status: 'SLEEPING' }, 'Status is required'],
]
const REQUIRED_SMS: [Sent, string][] = [
  [{ providerName: '' }, 'Provider Name is required'],
  [{ application: '' }, 'Application is required'],
  [{ application: NOBODY }, 'There is no such application'],
  [{ clientName: '' }, 'Client Name is required'],
  [{ clientName: NOBODY }, 'There is no such client'],
  [{ url: '' }, 'Url is required'],
  [
    { url: 'https://10.0.0.1/send' },
    'This address is inside the network. The operator can allow it with OUTBOUND_ALLOW.',
  ],
  [{ url: 'https://me@example.com/' }, 'Enter a full web address, such as https://app.example.com/login'],
  [{ messageAttribute: '' }, 'Message Attribute is required'],
  [{ messageAttribute: 'NA' }, 'Message Attribute is required'],
  [{ mobileNoAttribute: '' }, 'Mobile No Attribute is required'],
  [{ mobileNoAttribute: undefined }, 'Mobile No Attribute is required'],
  [{ passwordAttribute: 'pwd', userNameAttribute: 'pwd' }, 'This attribute is used already'],
  [{ templateIdAttribute: 'dlt', entityIdAttribute: 'dlt' }, 'This attribute is used already'],
  [{ constants: [{ attribute: 'to', value: '1' }], mobileNoAttribute: 'to' }, 'This attribute is used already'],
  [{ unicodeAttribute: 'text', messageAttribute: 'text' }, 'This attribute is used already'],
  [{ countryCodeValue: 'India' }, 'Country Code Value is required'],
  [{ defaultNo: 'reception' }, 'Default No. is required'],
  [{ status: '' }, 'Status is required'],
]
behavesAsResource(() => server, {
  resource: emailConfigurations,
  table: 'email_configurations',
  form: async () =>
    anEmailConfiguration({
      application: (await anApplication(server)).name,
      host: `smtp${++count}.example.com`,
      password: count % 2 === 0 ? 'Mail-Secret-91' : '',
      status: count % 2 === 0 ? 'ACTIVE' : 'INACTIVE',
      ccMailId: [`cc${count}@example.com`],
      fromMailId: `from${count}@example.com`,
    }),
  change: { userName: 'another', status: 'INACTIVE', password: MASK, token: MASK },
  shown: ({ password, ...form }) => ({
    ...form,
    password: password === '' ? '' : MASK,
    token: MASK,
    url: '',
    type: 'NA',
    postNo: 587,
  }),
  changed: { userName: 'another', status: 'INACTIVE', token: MASK },
  values: {
    application: ({ application }) => application,
    fromMailId: ({ fromMailId }) => fromMailId,
    ccMailId: ({ ccMailId }) => ccMailId.join(', '),
    password: ({ password }) => word(password),
    host: ({ host }) => host,
    status: ({ status }) => status,
  },
  refused: REQUIRED_EMAIL,
})

behavesAsResource(() => server, {
  resource: smsConfigurations,
  table: 'sms_configurations',
  form: async () =>
    anSmsConfiguration({
      application: (await anApplication(server)).id,
      providerName: `Provider ${++count}`,
      nameOfTheGateway: `Gateway ${count}`,
      passwordValue: count % 2 === 0 ? 'Sms-Secret-95' : '',
      token: count % 3 === 0 ? 'Sms-Token-93' : '',
      status: count % 2 === 0 ? 'ACTIVE' : 'INACTIVE',
    }),
  change: { providerName: 'Another', status: 'INACTIVE', token: MASK, passwordValue: MASK, apiCodeValue: MASK },
  shown: ({ token, passwordValue, ...form }) => ({
    ...form,
    token: token === '' ? '' : MASK,
    passwordValue: passwordValue === '' ? '' : MASK,
    apiCodeValue: MASK,
  }),
  changed: { providerName: 'Another', status: 'INACTIVE', apiCodeValue: MASK },
  values: {
    application: ({ applicationName }) => applicationName,
    providerName: ({ providerName }) => providerName,
    passwordValue: ({ passwordValue }) => word(passwordValue),
    token: ({ token }) => word(token),
    nameOfTheGateway: ({ nameOfTheGateway }) => nameOfTheGateway,
    status: ({ status }) => status,
  },
  refused: REQUIRED_SMS,
})

test('a mail server inside the network is accepted if the operator allows it', async () => {
  const { visitor } = await anAdministrator(server)
  expect(
    await visitor.call(emailConfigurations.create, anEmailConfiguration({ host: 'relay', status: 'INACTIVE' })),
  ).toMatchObject({
    status: 200,
    data: { application: 'All', client: 'All', clientName: 'All' },
  })
})

const NEEDED = ['providerName', 'application', 'clientName', 'url', 'status', 'messageAttribute', 'mobileNoAttribute']
const allOf = anSmsConfiguration()
const only = Object.fromEntries(NEEDED.map((name) => [name, allOf[name]]))

test.each([
  ['left out', {}],
  ['empty', Object.fromEntries(Object.keys(allOf).map((name) => [name, '']))],
  ['NA', Object.fromEntries(Object.keys(allOf).map((name) => [name, 'NA']))],
])('an SMS gateway needs only the fields without which no message can be sent: the rest %s', async (_how, rest) => {
  const { visitor } = await anAdministrator(server)
  expect(await visitor.call(smsConfigurations.create, { ...rest, ...only })).toMatchObject({
    status: 200,
    data: { ...only, passwordValue: '', apiCodeValue: '' },
  })
})
