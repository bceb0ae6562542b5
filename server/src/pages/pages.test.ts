import { attachPagesToRole, detachPagesFromRole } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { publishManifest } from '@gatehouse/contract/admin/approvals/page-access.ts'
import { pages } from '@gatehouse/contract/admin/approvals/pages.ts'
import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { NO_PAGES_REASONS, type NoPagesReason, pagesOfPerson, publishPages } from '@gatehouse/contract/pages.ts'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { versions } from '../../test/approval-drafts.ts'
import { aMatrix, aPage, type TestMatrix } from '../../test/approvals.ts'
import { aClient, anApplication, aPerson } from '../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../test/console.ts'
import { noticesTo } from '../../test/messages.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

let matrix: TestMatrix
let roleId: string
beforeEach(async () => {
  matrix = await aMatrix(server)
  roleId = (await matrix.row('Manager')).roleId
})

const CLAIMS = { id: 'claims', name: 'Claims', path: '/claims', actions: ['view', 'approve'] }
const REFUNDS = { id: 'refunds', name: 'Refunds', parent: 'claims' }

const ask = <E extends Endpoint>(endpoint: E, input: unknown, { authorization } = matrix.application) =>
  server.visitor({ web: false }).call(endpoint, input, { authorization })
const publish = (...listed: object[]) => ask(publishPages, { pages: listed })
const stored = async (applicationId = matrix.application.id) => {
  const { data } = await admin.call(pages.list, { applicationId, page: 0, sort: 'page', order: 'asc' })
  return 'rows' in data ? data.rows : []
}
const version = async () => {
  const { rows } = await server.db.execute<{ version: string }>(
    sql`select version from approval_matrices where application_id = ${matrix.application.id}`,
  )
  return Number(rows[0]?.version)
}

describe('a manifest', () => {
  test('adds pages that no role may use, and takes over those of the console by their names', async () => {
    expect(await publish(CLAIMS, REFUNDS)).toMatchObject({
      status: 200,
      data: { added: ['Refunds'], changed: ['Claims'], withdrawn: [], removed: [] },
    })
    expect(await stored()).toMatchObject([
      { page: 'Claims', _id: matrix.pageId, manifestId: 'claims', path: '/claims', isUnassigned: false },
      { page: 'Refunds', manifestId: 'refunds', actions: [], isUnassigned: true, isWithdrawn: false },
    ])
    const line = { event: 'applications.pages-published', detail: { added: ['Refunds'], changed: ['Claims'] } }
    expect((await auditOf(server, matrix.application.id)).at(-1)).toMatchObject(line)
  })

  test('notifies the active owners of pages that are new, once, and not of whoever published them', async () => {
    const { application } = matrix
    const publisher = await someoneWith(server, ['approvals:read', 'approvals:write', 'pages:write'])
    const [owner, inHindi, left, stranger] = await Promise.all(Array.from({ length: 4 }, () => aPerson(server)))
    await server.db.execute(sql`update users set language = 'hi' where id = ${inHindi?.id}`)
    await server.db.execute(sql`update users set is_active = false where id = ${left?.id}`)
    await server.db.execute(sql`
      insert into application_owners (application_id, user_id)
      select ${application.id}, unnest(${[owner?.id, inHindi?.id, left?.id, publisher.person.id]}::uuid[])`)
    const heard = async (person?: { id: string }) =>
      (await noticesTo(server, person?.id ?? '')).filter(({ notice }) => notice === 'pages-added').length
    await publish(CLAIMS, REFUNDS, { id: 'a', name: 'Advice' }, { id: 'b', name: 'Bills' }, { id: 'c', name: 'Cover' })
    await publish(CLAIMS, REFUNDS, { id: 'a', name: 'Advices' }, { id: 'b', name: 'Bills' })
    expect(await publish(CLAIMS, { ...REFUNDS, parent: 'nowhere' }, { id: 'd', name: 'Dues' })).toMatchObject({
      status: 400,
    })
    expect(await Promise.all([owner, inHindi, left, stranger, publisher.person].map(heard))).toEqual([1, 1, 0, 0, 1])
    const [mail] = await server.inbox(owner?.email ?? '')
    expect(mail?.subject).toBe(`New pages of ${application.name}: 4`)
    expect(mail?.text).toContain('The first of them: Refunds, Advice, Bills …')
    expect(mail?.text).toContain(`/dashboard/pageAccess?application=${application.id}`)
    const [hindi] = await server.inbox(inHindi?.email ?? '')
    expect(hindi?.text).toContain('उनमें से पहले: Refunds, Advice, Bills …')

    const inConsole = [CLAIMS, REFUNDS, { id: 'b', name: 'Bills' }, { id: 'd', name: 'Dues' }].map((page) => ({
      ...page,
    }))
    expect(
      await publisher.visitor.call(publishManifest, { applicationId: application.id, pages: inConsole }),
    ).toMatchObject({ status: 200, data: { added: ['Dues'] } })
    expect(await Promise.all([owner, publisher.person].map(heard))).toEqual([2, 1])
  })

  test('makes versions of the matrix that name who published it, and never who made its pages', async () => {
    const applicationId = matrix.application.id
    const quietPage = { applicationId, applicationName: '', page: 'Quiet', description: '', status: 'ACTIVE' as const }
    const made = await admin.call(pages.create, quietPage)
    expect(made).toMatchObject({ status: 200 })
    const vikram = await someoneWith(server, ['approvals:read', 'approvals:write', 'pages:write'])
    const quiet = { id: 'quiet', name: 'Quiet' }
    const inConsole = (...listed: object[]) =>
      vikram.visitor.call(publishManifest, { applicationId, pages: listed as { id: string; name: string }[] })
    const earlier = (await versions(admin, matrix)).length
    expect(await inConsole(CLAIMS)).toMatchObject({ status: 200 })
    expect(await inConsole(CLAIMS, quiet)).toMatchObject({ status: 200 })
    await publish(CLAIMS, { ...quiet, name: 'Loud' })
    await admin.call(attachPagesToRole, { id: roleId, pageId: made.data._id })
    await publish(CLAIMS)
    await vikram.visitor.call(detachPagesFromRole, { id: roleId, pageId: made.data._id })
    const { rows } = await server.db.execute<{ name: string }>(sql`
      select name from applications where id = ${applicationId}`)
    const name = rows[0]?.name
    const authors = (await versions(admin, matrix)).map(({ publishedBy }) => publishedBy).reverse()
    const person = 'Rohan Rao'
    expect(authors.slice(earlier)).toEqual([person, person, name, name, person])
    const { rows: written } = await server.db.execute(sql`
      select distinct updated_by as by from pages where application_id = ${applicationId} and deleted_at is not null`)
    expect(written).toEqual([{ by: vikram.person.id }])
  })

  test('published twice changes nothing', async () => {
    await publish(CLAIMS, REFUNDS)
    const before = [await stored(), await version(), await auditOf(server, matrix.application.id)]
    expect((await publish(CLAIMS, REFUNDS)).data).toEqual({ added: [], changed: [], withdrawn: [], removed: [] })
    expect([await stored(), await version(), await auditOf(server, matrix.application.id)]).toEqual(before)
  })

  test('of ten at once, one adds the pages', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => publish(CLAIMS, REFUNDS)))
    expect(answers.filter(({ data }) => data.added.length > 0)).toHaveLength(1)
    expect(await stored()).toHaveLength(2)
  })

  test('renames pages, also when two exchange their names', async () => {
    await publish(CLAIMS, REFUNDS)
    await publish({ ...CLAIMS, name: 'Refunds' }, { ...REFUNDS, name: 'Claims' })
    expect(await stored()).toMatchObject([
      { page: 'Claims', manifestId: 'refunds' },
      { page: 'Refunds', manifestId: 'claims', _id: matrix.pageId },
    ])
  })

  test('keeps its ids from being names of other pages, which applications would take for them', async () => {
    await publish(CLAIMS, REFUNDS)
    const { applicationId, _id } = (
      await admin.call(pages.create, {
        ...{ page: 'Help', description: 'Help', applicationId: matrix.application.id, status: 'ACTIVE' },
      } as never)
    ).data
    const rename = (pageId: string | undefined, page: string) =>
      admin.call(pages.update, { pageId, page, status: 'ACTIVE' } as never)
    const msg = 'This name is, or begins with, the id by which the application asks for a page'
    for (const page of ['refunds', 'claims:delete', 'claims'])
      expect(await rename(_id, page), page).toMatchObject({ status: 400, msg, data: { fields: { page: msg } } })
    const made = await admin.call(pages.create, {
      page: 'refunds:all',
      description: '',
      applicationId,
      status: 'ACTIVE',
    } as never)
    expect(made).toMatchObject({ status: 400, msg })
    expect((await rename(matrix.pageId, 'claims')).status).toBe(200)
    expect((await rename(_id, 'Refunds: help')).status).toBe(200)
  })

  test('a new page takes the name that another one gives up', async () => {
    await publish(CLAIMS)
    const renamed = [
      { ...CLAIMS, name: 'Old claims' },
      { ...REFUNDS, name: 'Claims' },
    ]
    expect((await publish(...renamed)).data).toMatchObject({ added: ['Claims'], changed: ['Old claims'] })
    expect(await stored()).toMatchObject([
      { page: 'Claims', manifestId: 'refunds', isUnassigned: true },
      { page: 'Old claims', manifestId: 'claims', _id: matrix.pageId },
    ])
  })

  test('withdraws what it leaves out while a role uses it, and removes what nobody uses', async () => {
    await publish(CLAIMS, REFUNDS)
    expect((await publish({ id: 'home', name: 'Home' })).data).toEqual({
      ...{ added: ['Home'], changed: [], withdrawn: ['Claims'], removed: ['Refunds'] },
    })
    expect(await stored()).toMatchObject([{ page: 'Claims', isWithdrawn: true }, { page: 'Home' }])
    await publish(CLAIMS, { id: 'home', name: 'Home' })
    expect(await stored()).toMatchObject([{ page: 'Claims', isWithdrawn: false }, { page: 'Home' }])
  })

  test('a page that no role uses may come back under another id', async () => {
    await publish(CLAIMS, REFUNDS)
    expect((await publish(CLAIMS, { ...REFUNDS, id: 'returns' })).data).toEqual({
      ...{ added: ['Refunds'], changed: [], withdrawn: [], removed: ['Refunds'] },
    })
    expect(await publish({ ...CLAIMS, id: 'cases' })).toMatchObject({
      status: 400,
      msg: 'There is another page with the name Claims',
    })
  })

  test('a withdrawn page is removed with its last use', async () => {
    await publish(CLAIMS, REFUNDS)
    const [, refunds] = await stored()
    await admin.call(attachPagesToRole, { id: roleId, pageId: refunds?._id })
    await publish(CLAIMS)
    expect(await stored()).toMatchObject([{ page: 'Claims' }, { page: 'Refunds', isWithdrawn: true }])
    await admin.call(detachPagesFromRole, { id: roleId, pageId: refunds?._id })
    expect(await stored()).toMatchObject([{ page: 'Claims' }])
  })

  test('touches no other application, which may have a page with the same id', async () => {
    const other = await aMatrix(server)
    await ask(publishPages, { pages: [CLAIMS, REFUNDS] }, other.application)
    const before = await stored(other.application.id)
    await publish(CLAIMS)
    await publish({ ...CLAIMS, name: 'Cases' })
    await publish({ id: 'home', name: 'Home' })
    expect(await stored(other.application.id)).toEqual(before)
    expect((await stored()).map(({ page }) => page)).toEqual(['Cases', 'Home'])
  })

  test('does not know a page that was deleted and restored in the console', async () => {
    await publish(CLAIMS, REFUNDS)
    const [, refunds] = await stored()
    await admin.call(pages.remove, { pageId: refunds?._id })
    await publish(CLAIMS, { ...REFUNDS, name: 'Refunds again' })
    await admin.call(pages.restore, { id: refunds?._id })
    expect(await stored()).toMatchObject([
      { page: 'Claims' },
      { page: 'Refunds', manifestId: '' },
      { page: 'Refunds again', manifestId: 'refunds' },
    ])
  })

  const page = (changes: object) => ({ id: 'a', name: 'A', ...changes })
  test.each<[string, object[] | undefined, string]>([
    ['without pages', undefined, 'The manifest needs a list of pages'],
    ['with no page', [], 'The manifest needs at least one page'],
    ['with 501 pages', Array.from({ length: 501 }, (_, n) => ({ id: `p${n}`, name: `${n}` })), 'At most 500 pages'],
    ['with an id twice', [page({}), page({ id: 'A', name: 'B' })], 'Two pages have the id A'],
    [
      'named as the id of another page',
      [page({ name: 'Claims' }), page({ id: 'b', name: 'a' })],
      'The page b has the id of a page in its name: a',
    ],
    [
      'named as an action of another page',
      [page({ name: 'Claims' }), page({ id: 'b', name: 'a:delete' })],
      'The page b has the id of a page in its name: a:delete',
    ],
    ['with a name twice', [page({}), page({ id: 'b', name: 'a' })], 'Two pages have the name a'],
    ['with an action twice', [page({ actions: ['x', 'X'] })], 'A page has an action twice: X'],
    ['with an unknown parent', [page({ parent: 'z' })], 'There is no page z, which is to be above a'],
    [
      'with a page above itself',
      [page({ parent: 'b' }), page({ id: 'b', name: 'B', parent: 'a' })],
      'The page a is above itself',
    ],
    [
      'with a colon in an action',
      [page({ actions: ['a:b'] })],
      'Use letters, numbers, dots, hyphens, slashes and underscores',
    ],
    ['without a name', [{ id: 'a' }], 'Each page needs a name'],
    [
      'with 31 actions',
      [page({ actions: Array.from({ length: 31 }, (_, n) => `a${n}`) })],
      'At most 30 actions for each page',
    ],
    ...[
      ...['javascript:alert(1)', 'JAVA\tSCRIPT:alert(1)', 'data:text/html,a', 'mailto:a@b.example', 'http://['],
      // Browsers read these as addresses of another site.
      ...['//evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example', ' //evil.example'],
      ...['https://good.example@evil.example/', 'https://good.example\\@evil.example', 'https://ex ample.com'],
    ].map((path): [string, object[], string] => [
      `with the path ${JSON.stringify(path)}`,
      [page({ path })],
      'Enter a path, such as /claims, or a full web address',
    ]),
  ])('%s is refused and changes nothing', async (_what, listed, msg) => {
    const before = await stored()
    expect(await ask(publishPages, { pages: listed })).toMatchObject({ status: 400, msg })
    expect(await stored()).toEqual(before)
  })

  test.each(['', '/claims?of=me@example.com', 'claims/new', '#/claims', 'https://claims.example.com:8443/list@all'])(
    'may have a page at "%s"',
    async (path) => {
      expect(await publish({ ...CLAIMS, path })).toMatchObject({ status: 200 })
      expect(await stored()).toMatchObject([{ page: 'Claims', path }])
    },
  )

  test('cannot give a page the name of one that it does not have', async () => {
    await publish(CLAIMS)
    await aPage(server, matrix.application.id, 'Settlement')
    const answer = await publish({ ...CLAIMS, name: 'settlement' })
    expect(answer).toMatchObject({ status: 400, msg: 'There is another page with the name settlement' })
  })
})

describe('the pages of a person', () => {
  const get = (person: string, headers: Record<string, string> = {}, client = matrix.client.id) =>
    server.app.inject({
      method: 'GET',
      url: `${pagesOfPerson.path}?${new URLSearchParams({ person, client })}`,
      headers: { host: 'localhost:3000', authorization: matrix.application.authorization, ...headers },
    })

  test('are those of the role with their actions; the same answer is not sent again', async () => {
    await publish(CLAIMS, REFUNDS)
    await server.db.execute(
      sql`update application_role_pages set actions = '{approve}' where page_id = ${matrix.pageId}`,
    )
    const { id } = await matrix.person('manager')
    const first = await get(id)
    const claims = { _id: matrix.pageId, id: 'claims', name: 'Claims', path: '/claims', actions: ['approve'] }
    expect(first.json().data).toEqual({ reason: null, role: 'manager', pages: [claims] })
    const etag = String(first.headers.etag)
    const again = await get(id, { 'if-none-match': `"other", W/${etag}` })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    await server.db.execute(sql`update pages set status = 'INACTIVE' where id = ${matrix.pageId}`)
    const changed = await get(id, { 'if-none-match': etag })
    expect([changed.statusCode, changed.json().data.pages]).toEqual([200, []])
  })

  test('of an application with pairwise ids are asked for by those', async () => {
    await server.db.execute(sql`update applications set subject_type = 'pairwise' where id = ${matrix.application.id}`)
    const { id } = await matrix.person('Manager')
    expect((await get(id)).json().data.reason).toBe('not-assigned')
  })

  const REASONS: Record<
    Exclude<NoPagesReason, 'application-inactive'>,
    () => Promise<[person: string, client?: string]>
  > = {
    'client-unknown': async () => [(await matrix.person('Manager')).id, 'Kerala Office'],
    'client-inactive': async () => [
      (await matrix.person('Manager')).id,
      (await aClient(server, { status: 'INACTIVE' })).id,
    ],
    'not-assigned': async () => [(await aPerson(server)).id],
    'assignment-not-current': async () => {
      const { id } = await matrix.person('Manager')
      await server.db.execute(sql`update assignments set valid_until = now() where user_id = ${id}`)
      return [id]
    },
    'person-inactive': async () => {
      const { id } = await matrix.person('Manager')
      await server.db.execute(sql`update users set is_active = false where id = ${id}`)
      return [id]
    },
  }
  // Only active applications authenticate.
  test('have a reason of their own when there are none', () =>
    expect(Object.keys(NO_PAGES_REASONS).filter((code) => !(code in REASONS))).toEqual(['application-inactive']))
  test.each(Object.entries(REASONS))('%s', async (reason, about) => {
    const [person, client = matrix.client.id] = await about()
    expect((await ask(pagesOfPerson, { person, client })).data).toEqual({ reason, role: null, pages: [] })
  })

  test('are those of the application that asks', async () => {
    const { id } = await matrix.person('Manager')
    const other = await anApplication(server)
    expect((await ask(pagesOfPerson, { person: id, client: matrix.client.id }, other)).data.pages).toEqual([])
  })
})
