import { createFirstAdministrator } from '@gatehouse/contract/setup.ts'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { PASSWORD } from './builders.ts'
import { aCluster, type Cluster } from './cluster.ts'
import { cleanUp, signInAt } from './processes.ts'

// Servers that are started at the same moment on an empty database.

let cluster: Cluster
beforeEach(async () => {
  cluster = await aCluster({ isEmpty: true })
})
afterEach(() => cluster.stop())
afterAll(cleanUp)

const startTogether = (env: Record<string, string>) =>
  Promise.all([cluster.start(env), cluster.start(env), cluster.start(env)])

test('servers started together on an empty database create one set of demo people, who can sign in at each server', async () => {
  const members = await startTogether({ DEMO: '1' })
  const printed = members.flatMap((member) => /^ {2}(\S+@\S+) +(\S+) /m.exec(member.out()) ?? [])
  expect(printed).toHaveLength(3)
  const [, email = '', password = ''] = printed
  for (const member of members) await signInAt(member, email, password)
  expect(members.map((member) => member.err())).toEqual(['', '', ''])
  const { rows } = await cluster.db.pool.query(
    'select count(*)::int as people, count(distinct email)::int as emails from users',
  )
  expect(rows[0].people).toBe(rows[0].emails)
})

test('servers started together on an empty database print the same set-up link, which works at each server (T128)', async () => {
  const members = await startTogether({})
  const links = members.map((member) => /\/setup\/([\w-]{43})/.exec(member.out())?.[1])
  expect(new Set(links).size).toBe(1)
  const administrator = { firstName: 'Asha', lastName: 'Rao', email: 'asha@example.com', phoneNumber: '9876543210' }
  const form = { ...administrator, password: PASSWORD, token: links[0] }
  const answers = await Promise.all(members.map((member) => member.call(createFirstAdministrator, form)))
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 400, 400])
})
