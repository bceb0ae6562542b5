import { login } from '@gatehouse/contract/signin.ts'
import { expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD } from '../../test/builders.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer({ config: { brand: 'Acme & Sons' } })

/** The code of a sign-in. Administrators may store any name. */
async function messageFor(firstName: string) {
  const { email } = await aPerson(server, { firstName })
  const answer = await server.visitor({ ip: anAddress() }).call(login, { email, password: PASSWORD })
  expect(answer.status).toBe(200)
  const [message] = await server.inbox(email)
  if (message === undefined) throw new Error('no message')
  return message
}

test('a name with HTML is shown as plain text', async () => {
  const { text, html } = await messageFor('"><img onerror=1>')
  expect(text).toContain('Hello "><img onerror=1>,')
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img onerror=1&gt;')
})

test('a name with a template variable is shown as plain text', async () => {
  const { text, html } = await messageFor('{{ code }} Asha')
  expect(text).toContain('Hello {{ code }} Asha,')
  expect(html).toContain('Hello {{ code }} Asha,')
})

test('the code is in the message and never in its subject', async () => {
  const { subject, text, html } = await messageFor('Asha')
  const code = /\b\d{6}\b/.exec(text)?.[0] as string
  expect(html).toContain(code)
  expect(subject).toBe('Your sign-in code for Acme & Sons')
  expect(html).toContain('lang="en"')
})
