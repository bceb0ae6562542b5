import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { requestRequestPassword } from '@gatehouse/contract/signin.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson } from './builders.ts'
import { portOf, useListening } from './relying-party.ts'
import { aServiceAccount, aServiceKey } from './service-accounts.ts'

// Runs the code of docs/integrating.md unchanged.

const server = useListening()
let folder: string
beforeAll(async () => {
  // Inside the folder of the packages, so that the example finds its imports.
  folder = mkdtempSync(join(import.meta.dirname, '../../node_modules/.guide-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
})

test('the example of an encrypted call works', async () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/integrating.md'), 'utf8')
  const code = /## \d+\. Encrypted calls[\s\S]*?```js\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''
  const file = join(folder, 'encrypted.mjs')
  writeFileSync(file, code.replace('https://portal.example.com', `http://localhost:${portOf(server)}`))
  const { callEncrypted } = (await import(file)) as {
    callEncrypted: (path: string, body: object) => Promise<{ code: number; data: unknown }>
  }
  const { email } = await aPerson(server)
  const answer = await callEncrypted(requestRequestPassword.path, { email })
  expect(answer).toMatchObject({ code: 200, data: {} })
  expect(await callEncrypted(requestRequestPassword.path, { email: 'nobody' })).toMatchObject({ code: 400 })
})

test('the example with a key of a service account works', async () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/integrating.md'), 'utf8')
  const code = /## \d+\. Calling the console's API[\s\S]*?```bash\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''
  const account = await aServiceAccount(server, ['users:read', 'roles:read', 'roles:write'])
  const { key } = await aServiceKey(server, account.id)
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', onThisPortal(code)], {
    env: { ...process.env, GATEHOUSE_KEY: key },
  })
  expect(stdout).toMatch(/^\{"code":200,.*"rows":\[\{.*\}\{"code":200,"msg":"[^"]+","data":\{.*"name":"Auditor"/)
})

const onThisPortal = (code: string) =>
  code.replaceAll('https://portal.example.com', `http://localhost:${portOf(server)}`)
