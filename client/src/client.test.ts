import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type * as calls from '@gatehouse/contract/approvals.ts'
import type { Endpoint, Output } from '@gatehouse/contract/endpoint.ts'
import { grantToken, type redeem } from '@gatehouse/contract/launch.ts'
import type * as pageCalls from '@gatehouse/contract/pages.ts'
import * as contractRegions from '@gatehouse/contract/regions.ts'
import { aMatrix, type TestMatrix } from '@gatehouse/server/test/approvals.ts'
import { someoneWithAccess } from '@gatehouse/server/test/builders.ts'
import type {} from '@gatehouse/server/test/global-setup.ts'
import { startTestServer, type TestServer } from '@gatehouse/server/test/server.ts'
import express from 'express'
import type { JSONWebKeySet } from 'jose'
import { afterAll, beforeAll, expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { answerApproval, answerPage, requireApproval, requirePage } from './express.ts'
import {
  connect,
  type Decision,
  type Gatehouse,
  hasPage,
  type Identity,
  PortalRefused,
  PortalUnavailable,
} from './index.ts'
import { REGIONS } from './regions.ts'
import type {
  Decisions,
  DocumentQuestion,
  ManifestPage,
  Pages,
  PublishedPages,
  Question,
  QuestionOfMany,
  WhoMay,
} from './types.ts'

const port = await freePort()
const portal = `http://localhost:${port}`
let server: TestServer
let matrix: TestMatrix
let gatehouse: Gatehouse
let manager: string
let row: string
beforeAll(async () => {
  server = await startTestServer({ config: { publicUrl: new URL(portal) } })
  await server.app.listen({ port, host: 'localhost' })
  matrix = await aMatrix(server)
  row = (await matrix.row('Manager', { range: [null, 100_000_00] })).id
  manager = (await matrix.person('Manager')).id
  gatehouse = connectAs(matrix.application)
})

afterAll(() => server.close())

const connectAs = ({ id, secret }: { id: string; secret: string }, changes: object = {}) =>
  connect({ portal, applicationId: id, applicationSecret: secret, ...changes })
const question = (changes: Partial<Question> = {}): Question => ({
  ...{ person: manager, client: matrix.client.id, page: 'Claims', action: 'Approval', amount: '72000.50' },
  ...{ region: 'IN-KL', createdBy: null, document: 'CL-77', ...changes },
})

/** What a call accepts, with what may be left out. */
type Sent<E extends Endpoint> = E['request']['_zod']['input']

test('the types are those of the contract', () => {
  expectTypeOf<Output<typeof calls.decide>>().toExtend<Decision>()
  expectTypeOf<Output<typeof calls.decideAll>>().toExtend<Decisions>()
  expectTypeOf<Output<typeof calls.whoMay>>().toExtend<WhoMay>()
  expectTypeOf<Output<typeof redeem>>().toExtend<Identity>()
  expectTypeOf<Output<typeof pageCalls.pagesOfPerson>>().toExtend<Pages>()
  expectTypeOf<Output<typeof pageCalls.publishPages>>().toExtend<PublishedPages>()
  expectTypeOf<{ pages: ManifestPage[] }>().toExtend<Sent<typeof pageCalls.publishPages>>()
  expectTypeOf<Question>().toExtend<Sent<typeof calls.decide>>()
  expectTypeOf<{ questions: QuestionOfMany[]; at: string | null }>().toExtend<Sent<typeof calls.decideAll>>()
  expectTypeOf<DocumentQuestion>().toExtend<Sent<typeof calls.whoMay>>()
})

test('the regions are those of the contract', () => {
  expect(REGIONS).toEqual(contractRegions.REGIONS)
})

test('a launch token is redeemed once; a second time there is nobody', async () => {
  const { visitor, person, application } = await someoneWithAccess(server)
  const asking = { clientId: application.id, redirectUri: application.redirectUrl, userId: person.id }
  const { data } = await visitor.call(grantToken, asking)
  const own = connectAs(application)
  expect(await own.redeem(data.oAuthToken)).toMatchObject({ sub: person.id, email: person.email, role: 'Manager' })
  expect(await own.redeem(data.oAuthToken)).toBeNull()
  expect(await own.redeem('no token')).toBeNull()
})

test('a question is answered, alone and among others, and with the people who may do it', async () => {
  const allowed = await gatehouse.decide(question())
  expect(allowed).toMatchObject({ decision: 'allow', rows: [{ _id: row }], receipt: null })
  const { decisions } = await gatehouse.decideAll([question(), question({ amount: 100_000.01 })])
  expect(decisions.map(({ decision }) => decision)).toEqual(['allow', 'deny'])
  expect(await gatehouse.decide(question({ earlierAmount: 30_000 }))).toMatchObject({ decision: 'deny' })
  expect(decisions[1]?.reasons).toEqual(['amount-above-limit', 'nobody-approves'])
  const { person: _, document: __, ...about } = question()
  expect((await gatehouse.whoMay(about)).people.map(({ _id }) => _id)).toEqual([manager])
  expect(allowed._id).not.toBe(decisions[0]?._id)
})

test('several questions, and who may do it, can be about a moment: the matrix of then answers', async () => {
  const moment = await matrix.moment()
  const before = new Date(Date.parse(moment) - 3_600_000).toISOString()
  const then = await gatehouse.decideAll([question({ receipt: true })], { at: before })
  expect(then).toMatchObject({ at: before, decisions: [{ _id: null, decision: 'deny', receipt: null, at: before }] })
  const { person: _, document: __, ...about } = question()
  expect(await gatehouse.whoMay({ ...about, at: before })).toMatchObject({ at: before, people: [] })
  expect(await gatehouse.decideAll([question()], { at: moment })).toMatchObject({ decisions: [{ decision: 'allow' }] })
})

test('a receipt verifies for its question only, with published keys and with a copy of them', async () => {
  const { receipt, _id } = await gatehouse.decide(question({ receipt: true }))
  const keys = (await (await fetch(`${portal}/access/v1/receipts/keys`)).json()) as JSONWebKeySet
  const offline = connectAs(matrix.application, { receiptKeys: keys })
  for (const one of [gatehouse, offline]) {
    expect(await one.verifyReceipt(receipt as string, question())).toMatchObject({
      ...{ jti: _id, person: manager, rows: [row] },
    })
    const respelt = {
      person: manager.toUpperCase(),
      page: ' Claims ',
      amount: 72000.5,
      document: 'CL-77 ',
      region: 'in-kl',
      ...{ action: 'approval' as 'Approval', currency: ' inr ' },
    }
    expect(await one.verifyReceipt(receipt as string, question(respelt))).toMatchObject({ person: manager })
    for (const other of [
      { amount: '72000.51' },
      { document: 'CL-78' },
      { createdBy: manager },
      { region: 'IN-TN' },
      { currency: 'USD' },
    ])
      await expect(one.verifyReceipt(receipt as string, question(other))).rejects.toThrow('for something else')
    const { receipt: later } = await gatehouse.decide(question({ receipt: true, earlierAmount: '20000.5' }))
    expect(await one.verifyReceipt(later as string, question({ earlierAmount: 20000.5 }))).toMatchObject({
      rows: [row],
    })
    expect(await one.verifyReceipt(receipt as string, question({ earlierAmount: 0 }))).toMatchObject({ rows: [row] })
    for (const earlierAmount of [null, '20000.51'])
      await expect(one.verifyReceipt(later as string, question({ earlierAmount }))).rejects.toThrow(
        'for something else',
      )
    await expect(one.verifyReceipt(`${receipt?.slice(0, -4)}AAAA`, question())).rejects.toThrow()
  }
  const { application } = await aMatrix(server)
  await expect(connectAs(application).verifyReceipt(receipt as string, question())).rejects.toThrow('"aud"')
})

test('a region has one spelling in a receipt: its name and its code are alike, in any case', async () => {
  const spellings = ['IN-KL', 'in-kl', 'Kerala', ' KERALA ', 'kerala']
  const asked = spellings.map((region) => question({ region, receipt: true }))
  const { decisions } = await gatehouse.decideAll(asked)
  for (const { receipt } of decisions) {
    for (const region of spellings)
      expect(await gatehouse.verifyReceipt(receipt as string, question({ region }))).toMatchObject({ rows: [row] })
    for (const region of ['IN-TN', 'Tamil Nadu', 'Panindia', 'Nowhere'])
      await expect(gatehouse.verifyReceipt(receipt as string, question({ region }))).rejects.toThrow('something else')
  }
  const { receipt } = await gatehouse.decide(question({ region: 'PANINDIA', receipt: true }))
  expect(await gatehouse.verifyReceipt(receipt as string, question({ region: 'panindia' }))).toMatchObject({
    rows: [row],
  })
})

test('a wrong secret is refused, and a portal that does not answer is unavailable', async () => {
  const refused = connectAs({ ...matrix.application, secret: 'wrong' })
  await expect(refused.decide(question())).rejects.toThrow(PortalRefused)
  await expect(refused.redeem('token')).rejects.toMatchObject({ name: 'PortalRefused', status: 401 })
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  afterAll(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const { port: silentPort } = silent.address() as AddressInfo
  const unavailable = connectAs(matrix.application, { portal: `http://127.0.0.1:${silentPort}`, timeoutMs: 50 })
  await expect(unavailable.decide(question())).rejects.toThrow(PortalUnavailable)
  const away = connectAs(matrix.application, { portal: `http://127.0.0.1:${await freePort()}` })
  await expect(away.redeem('token')).rejects.toThrow(PortalUnavailable)
})

test('the middleware lets on only what is allowed', async () => {
  const amounts: Record<string, string> = { small: '72000.50', past: '72000.50', large: '200000', odd: 'a lot' }
  const away = connectAs(matrix.application, { portal: `http://127.0.0.1:${await freePort()}` })
  const app = express()
  const questionOf = ({ params: { id } }: express.Request) => {
    const at = id === 'past' ? { at: new Date().toISOString() } : {}
    return question({ amount: amounts[id as string] ?? 'none', ...at })
  }
  app.post('/claims/:id/approve', requireApproval(gatehouse, questionOf), (_request, response) => {
    response.json({ rows: (response.locals.approval as Decision).rows.map(({ _id }) => _id) })
  })
  app.get('/claims/:id/may', answerApproval(gatehouse, questionOf))
  app.post(
    '/away',
    requireApproval(away, () => question()),
    (_request, response) => {
      response.json({})
    },
  )
  const listening = app.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  afterAll(() => listening.close())
  const send = async (path: string, method = 'POST') => {
    const { port: ownPort } = listening.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${ownPort}${path}`, { method })
    return [answer.status, await answer.json()]
  }
  expect(await send('/claims/small/approve')).toEqual([200, { rows: [row] }])
  expect(await send('/claims/large/approve')).toEqual([
    403,
    { reasons: ['amount-above-limit', 'nobody-approves'], next: [] },
  ])
  expect(await send('/claims/odd/approve')).toEqual([403, { reasons: ['amount-malformed'], next: [] }])
  expect(await send('/claims/small/may', 'GET')).toEqual([200, { isAllowed: true, reasons: ['row-allows'] }])
  expect(await send('/claims/odd/may', 'GET')).toEqual([200, { isAllowed: false, reasons: ['amount-malformed'] }])
  // What was allowed a moment ago may be allowed no more.
  expect(await send('/claims/past/approve')).toEqual([403, expect.objectContaining({ reasons: ['another-moment'] })])
  expect(await send('/claims/past/may', 'GET')).toEqual([200, { isAllowed: false, reasons: ['another-moment'] }])
  expect(await send('/away')).toEqual([503, { reasons: ['portal-unavailable'] }])
})

test('the package is built for programs in JavaScript, without the sources of the portal', async () => {
  const root = join(import.meta.dirname, '../..')
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-client-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const run = promisify(execFile)
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [tsc, '-p', join(root, 'client/tsconfig.build.json'), '--outDir', join(folder, 'dist')])
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const name of ['index', 'gatehouse', 'express', 'react', 'types'])
    expect(await readFile(join(folder, `dist/${name}.d.ts`), 'utf8')).not.toMatch(/contract|\.\.\//)
  const program = `import { connect } from '${folder}/dist/index.js'
    import { requireApproval } from '${folder}/dist/express.js'
    const own = connect({ portal: '${portal}', applicationId: '${matrix.application.id}', applicationSecret: process.env.SECRET })
    const { decision } = await own.decide(${JSON.stringify(question())})
    console.log(decision, typeof requireApproval)`
  const env = { ...process.env, SECRET: matrix.application.secret }
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { env, cwd: folder })
  expect(stdout.trim()).toBe('allow function')
})

test('pages are published, asked for, and guard a route; without the portal nothing is let on', async () => {
  const own = await aMatrix(server, 'Claims')
  await own.row('Manager')
  const { id } = await own.person('Manager')
  const gatehouse = connectAs(own.application)
  const manifest = [{ id: 'claims', name: 'Claims', actions: ['export'] }]
  expect((await gatehouse.publishPages(manifest)).changed).toEqual(['Claims'])
  const asked = { person: id, client: own.client.id }
  const pages = await gatehouse.pages(asked)
  expect([hasPage(pages, 'claims'), hasPage(pages, 'Claims'), hasPage(pages, 'claims', 'export')]).toEqual([
    true,
    true,
    false,
  ])
  // The second answer has no body. What a caller does to the first one is not kept.
  const kept = structuredClone(pages)
  pages.pages[0]?.actions.push('export')
  expect(await gatehouse.pages(asked)).toEqual(kept)
  expect((await gatehouse.pages({ ...asked, client: 'none' })).reason).toBe('client-unknown')

  const away = connectAs(own.application, { portal: `http://localhost:${await freePort()}` })
  const app = express()
  app.get(
    '/claims',
    requirePage(gatehouse, { page: 'claims' }, () => asked),
    (_, response) => void response.send('list'),
  )
  app.get(
    '/export',
    requirePage(gatehouse, { page: 'claims', action: 'export' }, () => asked),
  )
  app.get(
    '/may',
    answerPage(gatehouse, { page: 'claims', action: 'export' }, () => asked),
  )
  app.get(
    '/away',
    requirePage(away, { page: 'claims' }, () => asked),
  )
  const listening = createServer(app).listen(0)
  await once(listening, 'listening')
  const at = (path: string) => fetch(`http://localhost:${(listening.address() as AddressInfo).port}${path}`)
  expect(await (await at('/claims')).text()).toBe('list')
  expect([(await at('/export')).status, (await at('/away')).status]).toEqual([403, 503])
  expect(await (await at('/may')).json()).toEqual({ isAllowed: false, reasons: ['no-page'] })
  listening.close()
})
