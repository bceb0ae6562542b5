import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applicationRoles, attachPagesToRole } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { exceptFromRule } from '@gatehouse/contract/admin/approvals/conflict-exceptions.ts'
import { publishManifest, savePageAccess } from '@gatehouse/contract/admin/approvals/page-access.ts'
import { listHeldConflicts, roleConflicts, TOO_FEW } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { addUserApplicationClinetRole } from '@gatehouse/contract/admin/people/users.ts'
import { REASON_HEADER } from '@gatehouse/contract/envelope.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aDraft } from '../../../../test/approval-drafts.ts'
import { aMatrix, aPage } from '../../../../test/approvals.ts'
import { aClient, anAssignment, aPerson } from '../../../../test/builders.ts'
import { auditOf, useAdministrator } from '../../../../test/console.ts'
import { aFolder } from '../../../../test/folders.ts'
import { environmentOf, runGatehouse } from '../../../../test/gatehouse.ts'
import { useTestServer } from '../../../../test/server.ts'
import { newId } from '../../../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)
const FOLDER = aFolder()

const because = (reason: string) => ({ [REASON_HEADER]: encodeURIComponent(reason) })
const REFUSED = 'A rule of separation of duties refuses this: Data (Claims: export, Payouts (open))'
const DUTIES = ['Claims[export]', 'Payouts[]']

/** Whoever exports claims must not open the payouts: an exporter of one client, and payers of another one. */
async function aSituation(rule: object = {}) {
  const matrix = await aMatrix(server)
  const { application, client } = matrix
  const manifest = [{ id: 'claims', name: 'Claims', actions: ['export', 'creator'] }]
  await admin.call(publishManifest, { applicationId: application.id, pages: manifest })
  const payouts = await aPage(server, application.id, 'Payouts')
  const other = await aClient(server)
  const [exporter, payer] = [await matrix.role('Exporter'), await matrix.role('Payer', other.id)]
  const made = await admin.call(roleConflicts.create, {
    ...{ applicationId: application.id, name: 'Data', roles: [], duties: DUTIES, scope: 'application', ...rule },
  } as never)
  expect(made.status).toBe(200)
  const person = await matrix.person('Exporter')
  const give = (roleId: string, pageId: string, before: string[] | null, after: string[] | null, headers = {}) =>
    admin.call(savePageAccess, { changes: [{ roleId, pageId, before, after }] }, headers)
  const assign = (headers = {}) =>
    admin.call(
      addUserApplicationClinetRole,
      { userId: person.id, applicationId: application.id, clientId: other.id, role: 'Payer' },
      headers,
    )
  const held = async () => (await admin.call(listHeldConflicts, { ruleId: made.data._id })).data
  const ticks = async () =>
    (
      await server.db.execute<{ count: number }>(sql`
        select count(*)::int as count from application_role_pages rp join application_roles r on r.id = rp.application_role_id
        where r.application_id = ${application.id}`)
    ).rows[0]?.count
  return {
    ...{ matrix, application, client, other, payouts, exporter, payer, rule: made.data, person },
    ...{ give, assign, held, ticks },
    exports: () => give(exporter, matrix.pageId, null, ['export']),
    pays: () => give(payer, payouts, null, []),
  }
}
type Situation = Awaited<ReturnType<typeof aSituation>>

/** The person has both roles already, and exports. */
async function aHolder(rule: object = {}) {
  const given = await aSituation(rule)
  await anAssignment(server, given.person.id, given.application.id, given.other.id, 'Payer')
  expect((await given.exports()).status).toBe(200)
  expect((await given.held()).total).toBe(0)
  return given
}

test('a rule names pages and their own actions, follows a page that is renamed, and keeps an action that is published no more', async () => {
  const { application, rule } = await aSituation()
  expect(rule.duties).toEqual(DUTIES)
  const form = { applicationId: application.id, name: 'Another', roles: [] as string[] }
  for (const [duties, problem] of [
    [['Claims[import]', 'Payouts[]'], 'The application has no such page or action.'],
    [['Claims[Export]', 'Payouts[]'], 'The application has no such page or action.'],
    [['Nowhere[]', 'Payouts[]'], 'The application has no such page or action.'],
    [['[export]', 'Payouts[]'], 'The application has no such page or action.'],
    [['claims[export]', 'Claims[export]'], TOO_FEW],
  ] as const) {
    const answer = await admin.call(roleConflicts.create, { ...form, duties: [...duties] })
    expect(answer.status).toBe(400)
    expect(Object.values((answer.data as unknown as { fields: object }).fields)).toContain(problem)
  }
  await admin.call(publishManifest, {
    applicationId: application.id,
    pages: [{ id: 'claims', name: 'All [old] claims/x', actions: [] }],
  })
  const [listed] = (await admin.call(roleConflicts.list, { applicationId: application.id })).data as (typeof rule)[]
  expect(listed?.duties).toEqual(['All [old] claims/x[export]', 'Payouts[]'])
  const changed = { ...form, name: 'Renamed', duties: listed?.duties ?? [], ruleId: rule._id }
  expect(await admin.call(roleConflicts.update, changed)).toMatchObject({ status: 200, data: { name: 'Renamed' } })
  // A page by the approvals is another thing than to have it.
  const both = { ...form, duties: ['All [old] claims/x/', 'All [old] claims/x[]', 'Payouts/Creator'] }
  expect((await admin.call(roleConflicts.create, both)).data.duties).toEqual(both.duties)
})

describe('an assignment by which somebody has both', () => {
  test('is refused until the person is excepted', async () => {
    const { exports, pays, assign, person, rule, held } = await aSituation()
    await exports()
    await pays()
    expect(await assign()).toMatchObject({ status: 400, msg: REFUSED })
    expect((await auditOf(server, person.id)).map(({ event }) => event)).not.toContain('users.application-assigned')
    const validUntil = new Date(Date.now() + 86_400_000).toISOString()
    const wanted = { ruleId: rule._id, userId: person.id, reason: 'A branch of one', validUntil }
    expect((await admin.call(exceptFromRule, wanted)).status).toBe(200)
    expect((await assign()).status).toBe(200)
    expect((await held()).rows).toMatchObject([
      {
        person: { _id: person.id },
        held: [
          { role: 'Exporter', lender: null, duty: 'Claims[export]' },
          { role: 'Payer', lender: null, duty: 'Payouts[]' },
        ],
        exception: { owner: expect.any(String) },
      },
    ])
  })

  test('needs a reason, or is allowed and listed', async () => {
    const asked = await aSituation({ effect: 'ask' })
    await asked.exports()
    await asked.pays()
    expect(await asked.assign()).toMatchObject({ status: 400, data: { needs: 'reason' } })
    expect((await asked.assign(because('One of us is ill'))).status).toBe(200)
    expect((await asked.held()).rows).toMatchObject([{ reason: { text: 'One of us is ill' } }])
    const reported = await aSituation({ effect: 'report' })
    await reported.exports()
    await reported.pays()
    expect((await reported.assign()).status).toBe(200)
    expect(await reported.held()).toMatchObject({ total: 1 })
  })

  test('is nobody’s conflict by a row of the matrix, as long as their roles have not the action', async () => {
    const { matrix, assign, held, pays, exporter, give } = await aSituation()
    await pays()
    // The page, and an approval on it, but not the action.
    await server.db.execute(sql`
      insert into application_role_pages (application_role_id, page_id) values (${exporter}, ${matrix.pageId})`)
    await server.db.execute(sql`
      insert into document_approvals (id, application_role_id, page_id) values (${newId()}, ${exporter}, ${matrix.pageId})`)
    expect((await assign()).status).toBe(200)
    expect(await held()).toMatchObject({ total: 0 })
    expect((await give(exporter, matrix.pageId, [], ['export'])).status).toBe(400)
  })

  test('is nobody’s conflict by what is lent, which gives no pages', async () => {
    const { matrix, application, other, held, pays, exports } = await aSituation()
    await exports()
    await pays()
    const payer = await aPerson(server)
    await anAssignment(server, payer.id, application.id, other.id, 'Payer')
    await matrix.standIn(await matrix.person('Exporter'), payer, 'Exporter')
    expect(await held()).toMatchObject({ total: 0 })
  })
})

const fileOf = ({ application, other }: Situation) => {
  const file = join(FOLDER, `${application.id}.yaml`)
  writeFileSync(
    file,
    `gatehouse: 1
applicationRoles:
  - application: ${JSON.stringify(application.name)}
    client: ${JSON.stringify(other.actualName)}
    role: Payer
    roleId: Pa
    regions: [All]
    pages: [Payouts]
`,
  )
  return runGatehouse(['config', 'apply', file], environmentOf(server, FOLDER))
}

/** Each way by which the payers get the page, with its answer as it says why not. */
const WAYS: Record<string, (given: Situation) => Promise<string | null>> = {
  'the grid of page access': async ({ pays }) => (await pays()).msg,
  'a page that is attached': async ({ payer, payouts }) =>
    (await admin.call(attachPagesToRole, { id: payer, pageId: payouts })).msg,
  'a draft that is published': async ({ matrix, payer, payouts }) => {
    await server.db.execute(sql`update application_roles set sequence = 1, all_regions = true where id = ${payer}`)
    const draft = await aDraft(admin, matrix)
    await draft.rule(payer, payouts)
    return (await draft.publish('One house')).msg
  },
  'the configuration as a file': async (given) => (await fileOf(given)).err,
  'a role that is restored': async ({ payer, payouts }) => {
    await server.db.execute(sql`
      insert into application_role_pages (application_role_id, page_id) values (${payer}, ${payouts}) on conflict do nothing`)
    await server.db.execute(sql`update application_roles set deleted_at = now() where id = ${payer}`)
    return (await admin.call(applicationRoles.restore, { id: payer })).msg
  },
}

describe('nobody gets into a conflict by', () => {
  test.each(Object.keys(WAYS))('%s', async (way) => {
    const given = await aHolder()
    expect(await WAYS[way]?.(given)).toContain(REFUSED)
    expect(await given.held()).toMatchObject({ total: 0 })
    await admin.call(roleConflicts.remove, { ruleId: given.rule._id })
    await server.db.execute(sql`delete from approval_drafts where application_id = ${given.application.id}`)
    expect((await WAYS[way]?.(given)) ?? '').not.toContain(REFUSED)
    await admin.call(roleConflicts.restore, { id: given.rule._id })
    expect(await given.held()).toMatchObject({ total: 1 })
  })

  test('an action that is added to a page which the role has', async () => {
    const { give, exporter, matrix, pays, held } = await aHolder()
    expect((await give(exporter, matrix.pageId, ['export'], ['creator'])).status).toBe(200)
    expect((await pays()).status).toBe(200)
    const refused = await give(exporter, matrix.pageId, ['creator'], ['creator', 'export'])
    expect(refused).toMatchObject({ status: 400, msg: expect.stringContaining(REFUSED) })
    expect(refused.msg).toMatch(/People concerned \(1\): Asha Rao$/)
    expect(await held()).toMatchObject({ total: 0 })
  })

  test('a page that is inactive: it counts, so its return gives nobody anything', async () => {
    const { payouts, pays } = await aHolder()
    await server.db.execute(sql`update pages set status = 'INACTIVE' where id = ${payouts}`)
    expect(await pays()).toMatchObject({ status: 400, msg: expect.stringContaining(REFUSED) })
  })
})

test('changes of several applications are judged for each of them, and all are made or none', async () => {
  const [one, two] = [await aSituation(), await aHolder()]
  const changes = (also: Situation) => [
    { roleId: one.exporter, pageId: one.matrix.pageId, before: null, after: ['export'] },
    { roleId: also.payer, pageId: also.payouts, before: null, after: [] },
  ]
  const before = [await one.ticks(), await two.ticks()]
  expect(await admin.call(savePageAccess, { changes: changes(two) })).toMatchObject({
    status: 400,
    msg: expect.stringContaining(REFUSED),
  })
  expect([await one.ticks(), await two.ticks()]).toEqual(before)
  expect((await admin.call(savePageAccess, { changes: changes(await aSituation()) })).status).toBe(200)
  expect(await one.ticks()).toBe((before[0] ?? 0) + 1)
})

test('a grid about which a rule asks is saved with a reason; what was broken before keeps nobody from other changes', async () => {
  const { pays, give, payer, payouts, exporter, matrix, held } = await aHolder({ effect: 'ask' })
  expect(await pays()).toMatchObject({ status: 400, data: { needs: 'reason' } })
  expect((await give(payer, payouts, null, [], because('Month end'))).status).toBe(200)
  expect((await held()).rows).toMatchObject([{ reason: { text: 'Month end' } }])
  expect((await give(exporter, matrix.pageId, ['export'], ['export', 'creator'])).status).toBe(200)
})
