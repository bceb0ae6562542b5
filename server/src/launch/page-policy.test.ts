import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DestroySession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anApplication, anAssignment, launch, someoneSignedIn, someoneWithAccess } from '../../test/builders.ts'
import { useTestServer } from '../../test/server.ts'

const isWebBuilt = existsSync(join(import.meta.dirname, '../../../web/dist/index.html'))

const server = useTestServer()

/** Addresses that would add directives to the policy. */
const INJECTIONS = [
  "https://x.example.com; script-src 'unsafe-inline'",
  'https://x.example.com;sandbox',
  'https://x.example.com,sandbox',
  'https://*.example.com',
]

/** The sources of one directive in the policy of a page. */
async function sources(directive: string, url: string, cookies: Record<string, string> = {}) {
  const { headers } = await server.app.inject({ method: 'GET', url, headers: { host: 'localhost:3000' }, cookies })
  expect(headers['content-type']).toMatch(/^text\/html/)
  const policy = String(headers['content-security-policy'])
  return policy
    .split('; ')
    .map((one) => one.split(' '))
    .find(([name]) => name === directive)
    ?.slice(1)
}

describe.skipIf(!isWebBuilt)('a page', () => {
  test('may frame exactly the applications that it notifies of a logout', async () => {
    const access = await someoneWithAccess(server, { application: { logoutUri: 'https://one.example.com/out' } })
    const others = [
      'https://one.example.com/other',
      'https://two.example.com:8443/out',
      '',
      'javascript:alert(1)',
      ...INJECTIONS,
    ]
    for (const logoutUri of others) {
      const application = await anApplication(server, { logoutUri })
      await anAssignment(server, access.person.id, application.id, access.client.id)
      await launch({ ...access, application })
    }
    await launch(access)
    await access.visitor.call(DestroySession)

    const framed = await sources('frame-src', '/logout', access.visitor.cookies)
    expect(framed?.toSorted()).toEqual(['https://one.example.com', 'https://two.example.com:8443'])
    expect(await sources('frame-src', '/logout?next=/', access.visitor.cookies)).toEqual(framed)
    expect(await sources('frame-src', '/dashboard', access.visitor.cookies)).toEqual(["'none'"])
    expect(await sources('frame-src', '/logout')).toEqual(["'none'"])
  })

  test('may send forms exactly to active applications that are launched by form', async () => {
    await anApplication(server, { launchMode: 'form_post', redirectUrl: 'https://form.example.com/cb' })
    await anApplication(server, {
      launchMode: 'form_post',
      redirectUrl: 'https://idle.example.com/cb',
      status: 'INACTIVE',
    })
    for (const redirectUrl of ['javascript:alert(1)', ...INJECTIONS])
      await anApplication(server, { launchMode: 'form_post', redirectUrl })
    await anApplication(server, { redirectUrl: 'https://query.example.com/cb' })
    const deleted = await anApplication(server, { launchMode: 'form_post', redirectUrl: 'https://gone.example.com/cb' })
    await server.db.execute(sql`update applications set deleted_at = now() where id = ${deleted.id}`)
    const { visitor } = await someoneSignedIn(server)
    expect(await sources('form-action', '/dashboard', visitor.cookies)).toEqual(["'self'", 'https://form.example.com'])
    // Visitors must not learn which applications exist.
    for (const path of ['/login', '/dashboard']) expect(await sources('form-action', path)).toEqual(["'self'"])
    await visitor.call(DestroySession)
    expect(await sources('form-action', '/dashboard', visitor.cookies)).toEqual(["'self'"])
  })
})
