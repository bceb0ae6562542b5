import { changeOwnName } from '@gatehouse/contract/own-profile.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { someoneSignedIn } from '../../test/builders.ts'
import { auditOf } from '../../test/console.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()

test('people change their own name, which is audited, and the same name again changes nothing', async () => {
  const { person, visitor } = await someoneSignedIn(server, { firstName: 'Asha' })
  const other = await someoneSignedIn(server, { firstName: 'Asha' })
  const name = { firstName: ' Aisha ', lastName: 'Khan' }
  const answers = [await visitor.call(changeOwnName, name), await visitor.call(changeOwnName, name)]
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 200, data: { firstName: 'Aisha', lastName: 'Khan' } })
  expect((await visitor.call(getSession)).data.session?.user).toMatchObject({ firstName: 'Aisha', lastName: 'Khan' })
  expect((await other.visitor.call(getSession)).data.session?.user.firstName).toBe('Asha')
  const lines = (await auditOf(server, person.id)).filter(({ event }) => event === 'users.updated')
  expect(lines).toMatchObject([
    {
      actorId: person.id,
      detail: {
        name: 'Aisha Khan',
        changes: [
          { field: 'firstName', before: 'Asha', after: 'Aisha' },
          { field: 'lastName', after: 'Khan' },
        ],
      },
    },
  ])
  const { rows } = await server.db.execute(sql`select version, updated_by as by from users where id = ${person.id}`)
  expect(rows).toEqual([{ version: 2, by: person.id }])
})

test.each([
  ['', 'Khan', 'First Name is required'],
  ['Aisha', '', 'Last Name is required'],
  ['A'.repeat(51), 'Khan', 'Too Long!'],
  ['Ai\u202Esha', 'Khan', null],
  ['Asha\uFE0F', 'Rao', null],
  ['\u3164', '\u3164', null],
  [`A${'\u0301'.repeat(20)}`, 'Khan', null],
  ['Aisha', '12', null],
  ['Locked. Open https://evil.example/login', 'Khan', null],
  ['Now at evil.example', 'Khan', null],
  ['Write to it@evil', 'Khan', null],
])('the name %j %j is refused', async (firstName, lastName, msg) => {
  const { person, visitor } = await someoneSignedIn(server)
  expect(await visitor.call(changeOwnName, { firstName, lastName })).toMatchObject({
    status: 400,
    ...(msg !== null && { msg }),
  })
  expect((await auditOf(server, person.id)).map(({ event }) => event)).not.toContain('users.updated')
})

test.each([
  ['J. R.', "O'Neil-Shah"],
  ['अंजलि', 'श्रीनिवासन'],
  ['ಕೃಷ್ಣ', 'Rao 2'],
])('the name %j %j is accepted', async (firstName, lastName) => {
  const { visitor } = await someoneSignedIn(server)
  expect(await visitor.call(changeOwnName, { firstName, lastName })).toMatchObject({ status: 200 })
})

test('the twenty-first change of a day is refused', async () => {
  const { visitor } = await someoneSignedIn(server)
  const answers: number[] = []
  for (let change = 1; change <= 21; change++) {
    answers.push((await visitor.call(changeOwnName, { firstName: 'Aisha', lastName: `Khan${change}` })).status)
    // The same name again is no change.
    const again = { firstName: 'Aisha', lastName: `Khan${Math.min(change, 20)}` }
    expect(await visitor.call(changeOwnName, again)).toMatchObject({ status: 200, data: again })
  }
  expect(answers).toEqual([...Array(20).fill(200), 429])
})
