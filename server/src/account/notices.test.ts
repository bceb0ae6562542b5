import { explainMessage } from '@gatehouse/contract/admin/messages/routing.ts'
import { addUserApplicationClinetRole as assign } from '@gatehouse/contract/admin/people/users.ts'
import { NOTICE_NAMES } from '@gatehouse/contract/notices.ts'
import { downloadOwnData } from '@gatehouse/contract/own-data.ts'
import { getOwnNotices, isOptional, OPTIONAL_NOTICES, putOffNotice } from '@gatehouse/contract/own-notices.ts'
import { endOtherSessions } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aClient, anApplication, someoneSignedIn } from '../../test/builders.ts'
import { auditOf, useAdministrator } from '../../test/console.ts'
import { noticesTo } from '../../test/messages.ts'
import { useTestServer } from '../../test/server.ts'
import { notify } from '../notifications/notify.ts'

const server = useTestServer()
const admin = useAdministrator(server)
const send = (notice: (typeof NOTICE_NAMES)[number], userId: string) =>
  server.db.transaction((tx) => notify(server, tx, notice, userId, { minutes: 5 }))
const namesTo = async (userId: string) => (await noticesTo(server, userId)).map(({ notice }) => notice)

test('a message that a person has put off is not sent to them, but to others, until they want it again', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  const other = await someoneSignedIn(server)
  const [application, client] = [await anApplication(server), await aClient(server)]
  const grant = (userId: string, role: string) =>
    admin.call(assign, { userId, applicationId: application.id, clientId: client.id, role })
  expect((await visitor.call(getOwnNotices)).data).toEqual({ putOff: [] })
  const choice = { notice: 'assignment-granted', isPutOff: true } as const
  // Also twice, and two at once.
  await Promise.all([
    visitor.call(putOffNotice, choice),
    visitor.call(putOffNotice, choice),
    visitor.call(putOffNotice, { notice: 'review-reminder', isPutOff: true }),
  ])
  expect((await visitor.call(getOwnNotices)).data.putOff).toEqual(['assignment-granted', 'review-reminder'])
  for (const { id } of [person, other.person]) expect((await grant(id, 'User')).status).toBe(200)
  expect(await namesTo(person.id)).toEqual([])
  expect(await namesTo(other.person.id)).toEqual(['assignment-granted'])
  const explained = async (userId: string) =>
    (await admin.call(explainMessage, { notice: 'assignment-granted', userId })).data.email.obstacle
  expect([await explained(person.id), await explained(other.person.id)]).toEqual(['put-off', null])
  expect((await visitor.call(downloadOwnData, {})).data.profile.noticesPutOff).toEqual([
    expect.any(String),
    expect.any(String),
  ])

  expect((await visitor.call(putOffNotice, { ...choice, isPutOff: false })).data.putOff).toEqual(['review-reminder'])
  await send('assignment-granted', person.id)
  expect(await namesTo(person.id)).toEqual(['data-downloaded', 'assignment-granted'])
  const lines = (await auditOf(server, person.id)).filter(({ event }) => event === 'users.preferences-changed')
  expect(lines).toHaveLength(3)
  expect(lines.at(-1)).toMatchObject({
    actorId: person.id,
    detail: { changes: [{ field: 'noticesPutOff', after: 'Review of access: reminder' }] },
  })
})

test('what cannot be put off is refused, and sent even if it were stored as put off', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  const fixed = NOTICE_NAMES.filter((name) => !isOptional(name))
  for (const notice of ['new-device', 'login-otp', 'review-started', 'no-such-notice'])
    expect((await visitor.call(putOffNotice, { notice, isPutOff: true })).status).toBe(400)
  await server.db.execute(
    sql`update users set notices_put_off = ${[...NOTICE_NAMES, 'of-another-release']} where id = ${person.id}`,
  )
  expect((await visitor.call(getOwnNotices)).data.putOff).toEqual(OPTIONAL_NOTICES)
  const mailed = fixed.filter((name) => name !== 'login-otp' && name !== 'verify-phone')
  for (const name of [...OPTIONAL_NOTICES, ...mailed]) await send(name, person.id)
  expect(await namesTo(person.id)).toEqual(mailed)
  expect((await visitor.call(endOtherSessions)).status).toBe(200)
})
