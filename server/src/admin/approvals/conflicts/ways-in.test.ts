import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import { datePublishing } from '@gatehouse/contract/admin/approvals/publish-dates.ts'
import { listHeldConflicts, roleConflicts } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aDraft } from '../../../../test/approval-drafts.ts'
import { aMatrix } from '../../../../test/approvals.ts'
import { anAssignment } from '../../../../test/builders.ts'
import { useAdministrator } from '../../../../test/console.ts'
import { aFolder } from '../../../../test/folders.ts'
import { environmentOf, runGatehouse } from '../../../../test/gatehouse.ts'
import { useTestServer } from '../../../../test/server.ts'
import { newId } from '../../../crypto/ids.ts'
import { publishDue } from '../publish-dates/publish-due.ts'

const server = useTestServer()
const admin = useAdministrator(server)
const FOLDER = aFolder()

/** A clerk, who creates documents, and who is a director, too: as soon as directors decide about anything, a rule is broken. */
async function aSituation({ effect = 'prevent' } = {}) {
  const matrix = await aMatrix(server)
  const { application, client } = matrix
  await matrix.row('Clerk', { action: 'Creator', sequence: 0 })
  const director = await matrix.row('Director', { action: 'Final Approval' })
  const other = await aMatrix(server)
  await server.db.execute(
    sql`update document_approvals set status = 'INACTIVE', all_clients = true where id = ${director.id}`,
  )
  await server.db.execute(sql`
    insert into application_roles (id, application_id, client_id, name, role_id)
    values (${newId()}, ${application.id}, ${other.client.id}, 'Director', 'D')`)
  await matrix.person('Director')
  const clerk = await matrix.person('Clerk')
  await anAssignment(server, clerk.id, application.id, other.client.id, 'Director')
  const rule = { name: 'Maker', roles: [], duties: ['/Creator', '/Final Approval'], scope: 'application', effect }
  const made = await admin.call(roleConflicts.create, { applicationId: application.id, ...rule } as never)
  expect(made.status).toBe(200)
  const held = async () => (await admin.call(listHeldConflicts, { ruleId: made.data._id })).data.total
  expect(await held()).toBe(0)
  const place = { projectId: application.id, clientId: client.id, roleId: director.roleId, pageId: matrix.pageId }
  const wanted = { ...place, documnetMasteId: director.id, allClients: true, status: 'ACTIVE' }
  const activate = () => admin.call(documentApprovals.update, wanted as never)
  return { matrix, application, client, other, director, clerk, rule: made.data, held, place, wanted, activate }
}
type Situation = Awaited<ReturnType<typeof aSituation>>

const draftOf = async ({ matrix, director }: Situation) => {
  const draft = await aDraft(admin, matrix)
  await draft.rule(director.roleId, matrix.pageId, { allClients: true, status: 'ACTIVE' })
  return draft
}

const fileOf = async ({ application, client, matrix }: Situation, more = '') => {
  const { rows } = await server.db.execute<{ client: string; page: string }>(sql`
    select c.actual_name as client, p.name as page from clients c, pages p where c.id = ${client.id} and p.id = ${matrix.pageId}`)
  const [named] = rows
  const file = join(FOLDER, `${application.id}.yaml`)
  writeFileSync(
    file,
    `gatehouse: 1
documentApprovals:
  - application: ${JSON.stringify(application.name)}
    client: ${JSON.stringify(named?.client)}
    role: Director
    page: ${JSON.stringify(named?.page)}
    allClients: true
    status: ACTIVE
${more}`,
  )
  return runGatehouse(['config', 'apply', file], environmentOf(server, FOLDER))
}

/** Each way by which a row of the matrix begins to count, with its answer as it says why not. */
const WAYS: Record<string, (given: Situation) => Promise<string | null>> = {
  'a row that is changed': async ({ activate }) => (await activate()).msg,
  'a new row': async ({ director, wanted }) => {
    await server.db.execute(sql`delete from document_approvals where id = ${director.id}`)
    return (await admin.call(documentApprovals.create, wanted as never)).msg
  },
  'a row that is restored': async ({ director }) => {
    await server.db.execute(sql`
      update document_approvals set status = 'ACTIVE', deleted_at = now() where id = ${director.id}`)
    return (await admin.call(documentApprovals.restore, { id: director.id })).msg
  },
  'a role that is changed': async ({ application, client, director }) => {
    await server.db.execute(sql`update application_roles set action = 'Approval' where id = ${director.roleId}`)
    await server.db.execute(sql`update document_approvals set status = 'ACTIVE' where id = ${director.id}`)
    const about = {
      applicationId: application.id,
      clientId: client.id,
      role: 'Director',
      roleId: 'D',
      regions: ['All'],
    }
    const limits = { sequence: 1, actionOfRole: 'Final Approval', rangeFrom: null, rangeTo: null }
    const form = { applicationRoleMasteId: director.roleId, ...about, ...limits }
    return (await admin.call(applicationRoles.update, form as never)).msg
  },
  'a draft that is published': async (given) => (await (await draftOf(given)).publish('One house')).msg,
  'a draft that is published at its date': async (given) => {
    const { draftId, compare, read } = await draftOf(given)
    const { revision, version } = await compare()
    const publishAt = new Date(Date.now() + 86_400_000).toISOString()
    const asked = { draftId, revision, version, reason: 'One house', publishAt }
    expect(await admin.call(datePublishing, asked)).toMatchObject({ status: 200 })
    await server.db.execute(sql`update approval_publish_dates set publish_at = now() where draft_id = ${draftId}`)
    await publishDue(server)
    return (await read())?.date?.refusal ?? null
  },
  'the configuration as a file': async (given) => (await fileOf(given)).err,
}

describe('nobody gets into a conflict by', () => {
  test.each(Object.keys(WAYS))('%s', async (way) => {
    const given = await aSituation()
    const refused = /^conflict$|A rule of separation of duties refuses this: Maker \(Creator, Final Approval\)/
    expect(await WAYS[way]?.(given)).toMatch(refused)
    expect(await given.held()).toBe(0)
    // Without the rule, the same goes through.
    await admin.call(roleConflicts.remove, { ruleId: given.rule._id })
    await server.db.execute(sql`delete from approval_drafts where application_id = ${given.application.id}`)
    expect((await WAYS[way]?.(given)) ?? '').not.toMatch(refused)
    await admin.call(roleConflicts.restore, { id: given.rule._id })
    expect(await given.held()).toBe(1)
  })

  test.each(['a row that is restored', 'a draft that is published at its date', 'the configuration as a file'])(
    '%s, where a rule asks for a reason',
    async (way) => {
      const given = await aSituation({ effect: 'ask' })
      expect(await WAYS[way]?.(given)).toMatch(/^conflict$|asks an administrator for a reason: Maker/)
      expect(await given.held()).toBe(0)
    },
  )

  test('somebody who comes back: while they are deleted, they count', async () => {
    const given = await aSituation()
    await admin.call(users.remove, { userId: given.clerk.id } as never)
    expect((await given.activate()).status).toBe(400)
    expect((await admin.call(users.restore, { id: given.clerk.id })).status).toBe(200)
    expect(await given.held()).toBe(0)
  })
})

test('a file is judged as a whole: what it changes and takes back is nobody’s conflict, and its own rules list only', async () => {
  const given = await aSituation()
  const role = (action: string) => `applicationRoles:
  - application: ${JSON.stringify(given.application.name)}
    client: ${JSON.stringify(given.matrix.client.actualName)}
    role: Clerk
    roleId: C
    regions: [All]
    sequence: 0
    actionOfRole: ${action}
`
  // Clerks create nothing from then on.
  expect(await fileOf(given, role('Approval'))).toMatchObject({ code: 0 })
  expect(await given.held()).toBe(0)
  const both = await aSituation({ effect: 'report' })
  const own = `roleConflicts:
  - application: ${JSON.stringify(both.application.name)}
    name: Maker
    roles: []
    duties: [/Creator, /Final Approval]
    scope: application
    effect: prevent
`
  expect(await fileOf(both, own)).toMatchObject({ code: 0 })
  expect(await both.held()).toBe(1)
})
