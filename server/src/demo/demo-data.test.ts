import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applicationRoles, pagesOfRole } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import { RESOURCES } from '@gatehouse/contract/admin/index.ts'
import { emailTemplates, smsTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAddress, signIn } from '../../test/builders.ts'
import { startTestServer, type TestServer, type Visitor } from '../../test/server.ts'
import { type DemoCredentials, installDemo } from './demo-data.ts'
import { DEMO_APPROVERS } from './demo-people.ts'

let server: TestServer
let credentials: DemoCredentials
let admin: Visitor
const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-demo-'))

beforeAll(async () => {
  server = await startTestServer({ config: { dataDir } })
  credentials = (await installDemo(server)) as DemoCredentials
  admin = await signedInAs('asha.rao@example.com')
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function signedInAs(email: string) {
  const visitor = server.visitor({ ip: anAddress() })
  const person = credentials.people.find((one) => one.email === email)
  await signIn(server, visitor, email, person?.password)
  return visitor
}

test('the demo is installed once, and its file lists the people who can sign in', async () => {
  expect(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))).toEqual(credentials)
  expect(await installDemo(server)).toEqual(credentials)
  expect(credentials.people.map(({ role }) => role)).toEqual([
    ...['Admin', 'User', 'User', 'User', 'Support'],
    ...DEMO_APPROVERS.map(() => 'User'),
  ])
})

test('every list of the console has rows', async () => {
  const empty: string[] = []
  for (const { name, list } of RESOURCES) {
    const { status, data } = await admin.call(list)
    if (status !== 200 || (data as unknown[]).length === 0) empty.push(`${name}: ${status}`)
  }
  expect(empty).toEqual([])
})

test.each(RESOURCES.map(({ name, list, sorts }) => ({ name, list, sorts })))(
  'the list $name is sorted by each of its fields, forwards and backwards, and no row is lost or doubled',
  async ({ list, sorts }) => {
    type Row = { _id: string } & Record<string, unknown>
    const sorted = async (query: object) => (await admin.call(list, query)).data as unknown as Row[]
    const ids = (rows: Row[]) => rows.map(({ _id }) => _id)
    const all = new Set(ids(await sorted({})))
    for (const sort of sorts) {
      const ascending = await sorted({ sort, order: 'asc' })
      expect(new Set(ids(ascending)), sort).toEqual(all)
      expect(ascending, sort).toHaveLength(all.size)
      expect(ids(await sorted({ sort, order: 'desc' })), sort).toEqual(ids(ascending).toReversed())
      const values = ascending.flatMap((row) => (isShown(row[sort]) ? [row[sort]] : []))
      expect(values, sort).toEqual(values.toSorted(asPeopleExpect))
    }
  },
)

const isShown = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '')

/** Numbers by value, everything else alphabetically. */
const asPeopleExpect = (one: string | number, other: string | number) =>
  new Intl.Collator('en', { numeric: true }).compare(String(one), String(other))

test('every assignment has a role that exists for its application and client', async () => {
  const { rows } = await server.db.execute(sql`
    select s.role from assignments s where not exists (
      select 1 from application_roles r
      where r.application_id = s.application_id and r.client_id = s.client_id and r.name = s.role)`)
  expect(rows).toEqual([])
})

test('amounts are in rupees, and the pages of a role belong to its application', async () => {
  const { data } = await admin.call(applicationRoles.list, { field: 'name', search: 'Claims Manager' })
  expect(data).toMatchObject([{ rangeFrom: 0, rangeTo: 1_00_000, sequence: 2, actionOfRole: 'Approval', pageCount: 2 }])
  const names = { roleName: 'Director', applicationName: 'Eclaims', clientName: 'Acme Insurance' }
  const [role] = (await admin.call(pagesOfRole, names)).data
  expect(role?.pageData.map(({ page }) => page)).toEqual(['Payment Advice', 'Settlement'])
})

test('approvals and templates satisfy their own forms', async () => {
  for (const { list, update, idKey } of [documentApprovals, emailTemplates, smsTemplates]) {
    for (const row of (await admin.call(list)).data as { _id: string }[])
      expect(await admin.call(update, { ...row, [idKey]: row._id })).toMatchObject({ status: 200 })
  }
})

test.each(DEMO_APPROVERS)('$email signs in, and is $role of claims', async ({ email, role }) => {
  const visitor = await signedInAs(email)
  const { session } = (await visitor.call(getSession)).data
  const { rows } = await server.db.execute<{ role: string }>(sql`
    select s.role from assignments s join applications a on a.id = s.application_id join clients c on c.id = s.client_id
    where s.user_id = ${session?.user._id} and a.name = 'Eclaims' and c.uuid = 'ACME-01'`)
  expect(rows).toEqual([{ role }])
})

test('the support role sees people and roles, and nothing else', async () => {
  const visitor = await signedInAs('vikram.shah@example.com')
  const { session } = (await visitor.call(getSession)).data
  expect(session).toMatchObject({ role: 'Support' })
  expect(session?.permissions.toSorted()).toEqual(['roles:read', 'users:read'])
})
