import { decideAll } from '@gatehouse/contract/approvals.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aDraft } from './approval-drafts.ts'
import { aMatrix } from './approvals.ts'
import { aPerson } from './builders.ts'
import { aRoamingBrowser, type Member, signInAcross, twoServers } from './cluster.ts'

const servers = twoServers()

test('a version that is published at one server answers at the other from then on, and no batch is answered by two', async () => {
  const [first, second] = servers.members
  const { cluster } = servers
  const matrix = await aMatrix(cluster)
  const { roleId } = await matrix.row('Director', { action: 'Final Approval', range: [0, 500_00] })
  await matrix.row('Chairman', { action: 'Final Approval', range: [500_01, null] })
  const { id: person } = await matrix.person('Director')

  const admin = await aPerson(cluster)
  await cluster.db.execute(sql`
    update users set role_id = (select id from roles where system = 'admin') where id = ${admin.id}`)
  const browser = aRoamingBrowser()
  await signInAcross(browser, admin.email, first)

  const program = aRoamingBrowser()
  const questions = ['400', '600', '400', '600'].map((amount) => ({
    ...matrix.question({ action: 'Final Approval', amount }),
    person,
  }))
  const ask = async (member: Member) => {
    const { authorization } = matrix.application
    const { data } = await program.at(member).call(decideAll, { questions }, { authorization })
    expect(data.decisions.map(({ version }) => version)).toEqual(questions.map(() => data.version))
    return {
      version: data.version,
      above: data.decisions.map(({ decision }) => decision).filter((_, at) => at % 2 === 1),
    }
  }
  // Both have compiled the matrix.
  const [before] = await Promise.all([ask(second), ask(first)])
  expect(before?.above).toEqual(['deny', 'deny'])

  const draft = await aDraft(browser.at(first), matrix)
  const limits = await draft.limits(roleId, { rangeFrom: 0, rangeTo: null })
  expect(limits.status).toBe(200)
  const answers: Awaited<ReturnType<typeof ask>>[] = []
  let isPublished = false
  const publishing = draft.publish('Both may').then((answer) => {
    isPublished = true
    return answer
  })
  // The second server is asked until the first one has answered, and once more, at once.
  while (!isPublished) answers.push(await ask(second))
  expect(await publishing).toMatchObject({ status: 200 })
  answers.push(await ask(second))

  const last = answers.at(-1)
  expect(last?.version).toBeGreaterThan(before?.version as number)
  expect(last?.above).toEqual(['allow', 'allow'])
  // Each answer is that of its own version.
  for (const { version, above } of answers) {
    const expected = version === last?.version ? 'allow' : 'deny'
    expect(above).toEqual([expected, expected])
  }
  const versions = answers.map(({ version }) => version)
  expect(versions).toEqual(versions.toSorted((one, other) => one - other))
})
