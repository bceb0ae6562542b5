import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { saveDraftRouting } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { DEFAULT_ROUTING } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { PERMISSIONS, type Permission } from '@gatehouse/contract/permissions.ts'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installDemo } from '../src/demo/demo-data.ts'
import { someoneWith } from './console.ts'
import { startTestServer, type TestServer, type Visitor } from './server.ts'

// Who may not read people reads nobody's name.

/** People are what these permissions are for: accounts, who did what, and whose access is reviewed. */
const ABOUT_PEOPLE: string[] = ['users:read', 'users:write', 'users:act', 'audit:read', 'reviews:read', 'reviews:write']

/** The person is what the record is about, and not who has done something with it. */
const SUBJECTS: Record<string, string[]> = {
  // Whom a message went to: without it nobody can say whether it arrived.
  '/api/admin/messages': ['.rows[].person.name', '.rows[].recipient'],
  '/api/admin/messages/one': ['.person.name', '.recipient'],
  // Two people decide about one change: each has to know who the other one is, and its version names both.
  '/api/admin/approvalDrafts/read': ['.sentBack.by', '.publishDate.setBy', '.publishDate.confirmedBy'],
  '/api/admin/approvalPublishing/read': ['.request.askedBy'],
  '/api/admin/approvalVersions/list': ['.rows[].publishedBy', '.rows[].confirmedBy'],
  // Who answers for what the account does.
  '/api/admin/serviceAccounts/list': ['[].ownerName'],
}

/** Calls that need more than ids. */
const ELSEWHERE: Record<string, string> = {
  '/api/admin/approvalMends/list': 'needs a finding, and answers with records of the matrix',
  '/api/admin/whoCan': 'needs users:read',
  '/api/admin/approvalDrafts/people': 'needs users:read',
  '/api/admin/webhooks/delivery': 'deliveries.test.ts',
  '/api/admin/templates/texts': 'the texts in use',
  '/api/admin/templates/text': 'the texts in use',
  '/api/admin/messages/explain': 'gateways and templates',
  '/api/admin/recordPermissions': 'permissions',
  '/api/admin/calls/one': 'calls.test.ts',
  '/api/admin/applications/requestSteps': 'steps without people',
}

const TABLES: Record<string, string> = {
  ...{ applicationId: 'applications', clientId: 'clients', pageId: 'pages', draftId: 'approval_drafts' },
  ...{ replayId: 'approval_replays', accountId: 'service_accounts', webhookId: 'webhooks', userId: 'users' },
}

const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-names-'))
let server: TestServer
let words: string[]
/** Ids of records of each table. */
const ids: Record<string, string> = {}

/** Somebody has made each record, changed, published, confirmed, and asked for it. */
const SEED = `
  insert into approval_drafts (id, application_id, name, base_version, created_by, updated_by, sent_back_by, sent_back_at, sent_back_note)
    select ('019b0000-0000-7000-8000-00000000bb' || n)::uuid, a.id, 'Draft ' || n, 1, u.id, u.id, u.id, now(), 'Again'
    from applications a, users u, (values (31), (32), (33)) d(n) where a.name = 'Eclaims' and u.email like 'asha%';
  insert into approval_publish_requests (id, application_id, draft_id, revision, reason, asked_by)
    select uuidv7(), f.application_id, f.id, 1, 'April', f.created_by from approval_drafts f where f.name = 'Draft 32';
  insert into approval_publish_requests (id, application_id, reason, asked_by)
    select uuidv7(), f.application_id, 'April', f.created_by from approval_drafts f where f.name = 'Draft 32';
  insert into approval_publish_dates (draft_id, publish_at, revision, version, reason, set_by, confirmed_by, session_id, ip)
    select f.id, now() + interval '9 days', 1, 1, 'April', f.created_by, f.created_by, uuidv7(), '' from approval_drafts f where f.name = 'Draft 33';
  insert into jobs (id, kind, input, state, failed, total, created_by)
    select '019b0000-0000-7000-8000-00000000bb41', 'replay', '{}', 'done', 0, 0, id from users where email like 'asha%';
  insert into approval_replays (job_id, application_id, first_day, last_day, from_at, until_at)
    select '019b0000-0000-7000-8000-00000000bb41', id, '2026-11-01', '2026-11-02', now(), now() from applications where name = 'Eclaims';
  update approval_versions set confirmed_by = u.id, published_by = u.id from users u where u.email like 'asha%';
  insert into service_account_keys (id, account_id, name, prefix, secret_hash, created_by, expires_at)
    select uuidv7(), s.id, 'Key', 'gh', '', u.id, now() + interval '9 days' from service_accounts s, users u where u.email like 'asha%';
  insert into template_versions (template_id, version, registered_id, subject, body, created_by)
    select t.id, 900, '', '', '', u.id from templates t, users u where u.email like 'asha%'`

beforeAll(async () => {
  server = await startTestServer({ config: { dataDir } })
  await installDemo(server)
  await server.db.pool.query(SEED)
  const { rows: people } = await server.db.execute<{ name: string; email: string }>(sql`
    select first_name || ' ' || last_name as name, email from users`)
  words = people.flatMap(({ name, email }) => [name, email])
  const { rows: tables } = await server.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'id' and data_type = 'uuid'`)
  for (const { name } of tables) {
    const { rows } = await server.db.execute<{ id: string }>(sql`select id from ${raw(name)} order by id limit 1`)
    if (rows[0]) ids[name] = rows[0].id
  }
  // Those of one matrix.
  const { rows: matrix } = await server.db.execute<Record<'applications' | 'clients' | 'pages', string>>(sql`
    select a.id as applications, r.client_id as clients, d.page_id as pages from applications a
      join application_roles r on r.application_id = a.id join document_approvals d on d.application_role_id = r.id
    where a.name = 'Eclaims' and r.client_id is not null and d.page_id is not null limit 1`)
  Object.assign(ids, matrix[0], { approval_replays: '019b0000-0000-7000-8000-00000000bb41' })
}, 120_000)
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const READS = ENDPOINTS.filter(({ method }) => method === 'GET')

/** What a call is asked: the ids that it needs; `id` may be that of any record. */
function inputsOf({ request }: Endpoint): Record<string, string>[] {
  const { shape } = request._zod.def as unknown as { shape: Record<string, { _zod: { optin?: string } }> }
  const needed = Object.keys(shape).filter((name) => shape[name]?._zod.optin !== 'optional')
  const known = { amount: '100', region: 'MH', kind: 'applications', timeZone: 'Asia/Kolkata', list: 'users' }
  const given = Object.fromEntries(
    needed.map((name) => [name, ids[TABLES[name] ?? ''] ?? known[name as keyof typeof known]]),
  )
  if (!needed.includes('id')) return [given as Record<string, string>]
  return Object.values(ids).map((id) => ({ ...given, id }) as Record<string, string>)
}

/** Where an answer names somebody. */
function namesIn(value: unknown, at = ''): string[] {
  if (typeof value === 'string') return words.some((word) => value.includes(word)) ? [at] : []
  if (Array.isArray(value)) return value.flatMap((one) => namesIn(one, `${at}[]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]) => namesIn(field, `${at}.${name}`))
}

async function read(visitor: Visitor, call: Endpoint) {
  const answers = []
  for (const input of inputsOf(call)) {
    const { status, data } = await visitor.call(call, input as never)
    if (status === 200) answers.push(data)
  }
  return { isReached: answers.length > 0, names: [...new Set(answers.flatMap((one) => namesIn(one)))] }
}

describe.each((Object.keys(PERMISSIONS) as Permission[]).filter((one) => !ABOUT_PEOPLE.includes(one)))(
  'with %s alone',
  (permission) => {
    test('nobody’s name is read', async () => {
      const { visitor } = await someoneWith(server, [permission])
      const found: string[] = []
      const unread: string[] = []
      for (const call of READS.filter(({ access }) => access === permission || access === 'session')) {
        const { isReached, names } = await read(visitor, call)
        const subjects = SUBJECTS[call.path] ?? []
        found.push(...names.filter((one) => !subjects.includes(one)).map((one) => `${call.path} ${one}`))
        if (call.access === permission && !isReached && !(call.path in ELSEWHERE)) unread.push(call.path)
      }
      expect(found).toEqual([])
      expect(unread).toEqual([])
    })
  },
)

test('nor in a refusal: who was faster is said to who may read people', async () => {
  await server.db.execute(sql`update approval_drafts set revision = 5 where name = 'Draft 31'`)
  const change = { ...DEFAULT_ROUTING, draftId: ids.approval_drafts as string, revision: 1 }
  const answers = []
  for (const more of [[], ['users:read']] as Permission[][]) {
    const { visitor } = await someoneWith(server, ['approvals:write', ...more])
    answers.push(await visitor.call(saveDraftRouting, change))
  }
  expect(answers).toMatchObject([
    { status: 409, data: { changedBy: '' } },
    { status: 409, data: { changedBy: 'Asha Rao' } },
  ])
})

test('who may read people, too, reads who has done it', async () => {
  const permissions: Permission[] = ['users:read', 'approvals:read', 'messages:read', 'service-accounts:read']
  const { visitor } = await someoneWith(server, permissions)
  const paths = Object.entries({
    '/api/admin/approvalDrafts/read': ['.createdBy', '.sentBack.by'],
    '/api/admin/approvalDrafts/list': ['.createdBy', '.updatedBy'],
    '/api/admin/approvalVersions/list': ['.publishedBy', '.confirmedBy'],
    '/api/admin/approvalReplays/list': ['.createdBy'],
    '/api/admin/serviceAccounts/keys': ['.createdBy'],
    '/api/admin/templates/versions': ['.by'],
  })
  for (const [path, fields] of paths) {
    const { names } = await read(visitor, READS.find((call) => call.path === path) as Endpoint)
    for (const field of fields) expect(names.join(), path).toContain(field)
  }
})
