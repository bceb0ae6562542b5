import { RESOURCES } from '@gatehouse/contract/admin/index.ts'
import { SECRET_MASK } from '@gatehouse/contract/fields.ts'
import { expect, test } from 'vitest'
import { textOf } from './sources.ts'

type Part = { def: { defaultValue?: unknown; shape?: Record<string, Part> } }

/** The names of the secrets that an update may carry. */
function secretsOf({ def }: Part): string[] {
  return Object.entries(def.shape ?? {}).flatMap(([name, part]) =>
    part.def.defaultValue === SECRET_MASK ? [name] : secretsOf(part),
  )
}
const carrying = RESOURCES.map(({ name, update }) => ({
  name,
  secrets: secretsOf(update.request as unknown as Part),
})).filter(({ secrets }) => secrets.length > 0)

/** Where, as whom and under which names secrets are sent. The secret of a webhook is not in its form. */
const FORMS: Record<string, [file: string, places: string[]]> = {
  emailConfigurations: ['gateways/email-configurations', ['host', 'postNo', 'type', 'userName', 'url']],
  smsConfigurations: [
    'gateways/sms-configurations',
    ['url', 'userNameAttribute', 'userNameValue', 'passwordAttribute', 'apiCodeAttribute', 'tokenHeader', 'constants'],
  ],
  webhooks: ['webhooks/webhooks', ['url']],
}

test('every form with secrets is known here', () => {
  expect(Object.keys(FORMS)).toEqual(expect.arrayContaining(carrying.map(({ name }) => name)))
})

test.each(Object.entries(FORMS))(
  'in the form of %s, secrets and where they go are one choice',
  (name, [file, places]) => {
    const source = textOf(`web/src/admin/${file}.tsx`)
    expect(source).toMatch(/\bwithSecrets(<\w+>)?\(OF_SECRETS,/)
    const [, list = ''] = /\bOF_SECRETS\b[^=]*= \[([^;]*?)\n?\]( as const)?\n\n/s.exec(source) ?? []
    const named = [...list.matchAll(/'(\w+)'/g)].map(([, one]) => one)
    const secrets = carrying.filter((one) => one.name === name).flatMap((one) => one.secrets)
    expect(named).toEqual(expect.arrayContaining([...secrets, ...places]))
  },
)
