import { expect, test } from 'vitest'
import { textOf } from './sources.ts'

const EMAIL = 'web/src/admin/gateways/email-configurations.tsx'
const SMS = 'web/src/admin/gateways/sms-request/sms-fields.ts'

/** Settings that do not change a message, as in `server/src/admin/gateways/fields.test.ts`. */
test.each([
  [EMAIL, 'url', /^For your records.* Nothing is sent there\.$/],
  [EMAIL, 'defaultTo', /^Where tests of this configuration are sent/],
  [EMAIL, 'type', /^OAuth2: .* Anything else is for your records\.$/],
  [SMS, 'nameOfTheGateway', /^For your records.* It is not sent\.$/],
  [SMS, 'gatewayId', /^For your records\./],
  [SMS, 'defaultNo', /^Where tests are sent/],
  ['web/src/admin/templates/email-templates.tsx', 'TemplateId', /^For your records\. It is not sent\./],
])('%s explains the purpose of %s', (file, name, words) => {
  const [, field = ''] = textOf(file).split(new RegExp(`(?:name: |half\\(|filtered\\()'${name}'`))
  expect(/hint:\s*'([^']*)'/.exec(field)?.[1]).toMatch(words)
})
