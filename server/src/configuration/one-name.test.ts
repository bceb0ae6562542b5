import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aFolder } from '../../test/folders.ts'
import { environmentOf, runGatehouse } from '../../test/gatehouse.ts'
import { useTestServer } from '../../test/server.ts'

const FOLDER = aFolder()
const DATA = aFolder()
const server = useTestServer()

function config(word: 'plan' | 'apply', text: string, ...options: string[]) {
  const file = join(FOLDER, 'wanted.yaml')
  writeFileSync(file, text)
  return runGatehouse(['config', word, file, ...options], environmentOf(server, DATA))
}
const UNCHANGED = { code: 0, err: '', out: 'There is nothing to do: the portal is as the file says.\n' }

test('a record is found by its name however the file spells it, so applying twice changes nothing', async () => {
  const text = `gatehouse: 1
roles:
  - {name: " Front  desk", description: The desk, status: ACTIVE}
applications:
  - {name: {description: "Cafe\\u0301 "}}
pages:
  - {application: "Caf\\u00e9", page: "Bills ", status: ACTIVE}
emailConfigurations:
  - {application: "Cafe\\u0301", client: All, host: "SMTP.example.com ", fromMailId: " Tr@example.com", postNo: 25, status: ACTIVE}
webhooks:
  - {name: "Trail ", url: "https://hooks.example.com/trail", events: [user.created], status: ACTIVE}
`
  const first = await config('apply', text)
  expect(first).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Done: 5 created') })
  for (const options of [[], ['--delete']]) expect(await config('plan', text, ...options)).toMatchObject(UNCHANGED)
  expect(await config('apply', text)).toMatchObject({ code: 0, err: '' })
  const { rows } = await server.db.execute(sql`
    select (select count(*)::int from webhooks) as webhooks, (select count(*)::int from email_configurations) as gateways,
      (select count(*)::int from roles where name = 'Front desk') as roles`)
  expect(rows).toEqual([{ webhooks: 1, gateways: 1, roles: 1 }])
})

test('a second page that decides about the requests of an application is a fault', async () => {
  const text = `gatehouse: 1
applications:
  - {name: {description: Eclaims}}
pages:
  - {application: Eclaims, page: Settlement, status: ACTIVE, decidesRequestsOf: [Eclaims]}
  - {application: Eclaims, page: Survey, status: ACTIVE, decidesRequestsOf: [eclaims]}
`
  const { code, out, err } = await config('apply', text)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(
    /^[^ ]*:6: pages\.1\.decidesRequestsOf\.0: "eclaims" is named by another record already: Eclaims · Settlement\.\n$/,
  )
})
