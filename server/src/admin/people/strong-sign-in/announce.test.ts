import { getSession } from '@gatehouse/contract/session.ts'
import sql, { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { addAppTo } from '../../../../test/authenticators.ts'
import { aClient, anApplication, anAssignment, someoneSignedIn } from '../../../../test/builders.ts'
import { noticesTo } from '../../../../test/messages.ts'
import { aRole } from '../../../../test/roles.ts'
import { useTestServer } from '../../../../test/server.ts'
import { announceStrongSignIn } from './announce.ts'

const server = useTestServer()

/** A policy that begins in so many days; past ones have begun. */
const begin = (table: string, id: string, days: number) =>
  server.db.execute(sql`
    update ${raw(table)} set needs_strong_sign_in = true, strong_sign_in_from = now() + make_interval(days => ${days}) where id = ${id}`)
async function dayIn(days: number) {
  const { rows } = await server.db.execute<{ day: string }>(
    sql`select ((now() + make_interval(days => ${days})) at time zone 'Asia/Kolkata')::date::text as day`,
  )
  return rows[0]?.day
}

/** As two servers do it at the same time. */
const announce = () => Promise.all([announceStrongSignIn(server), announceStrongSignIn(server)])

type Someone = Awaited<ReturnType<typeof someoneSignedIn>>
const bannerOf = async ({ visitor }: Someone) => (await visitor.call(getSession)).data.session?.strongSignInFrom
const mailsTo = async ({ person }: Someone) =>
  (await noticesTo(server, person.id)).filter(({ notice }) => notice === 'strong-sign-in-begins').length

test('whoever will need a passkey or an app and has neither reads the first day, and gets one mail', async () => {
  const [byRole, byClient, byApplication, equipped, other] = [
    await someoneSignedIn(server),
    await someoneSignedIn(server),
    await someoneSignedIn(server),
    await someoneSignedIn(server),
    await someoneSignedIn(server),
  ]
  const [roleId, client, application] = [await aRole(server, []), await aClient(server), await anApplication(server)]
  const [anyClient, anyApplication] = [await aClient(server), await anApplication(server)]
  await server.db.execute(sql`update users set role_id = ${roleId} where id = ${byRole.person.id}`)
  await server.db.execute(sql`update sessions set role_id = ${roleId} where user_id = ${byRole.person.id}`)
  await anAssignment(server, byClient.person.id, anyApplication.id, client.id)
  await anAssignment(server, byApplication.person.id, application.id, anyClient.id)
  await anAssignment(server, equipped.person.id, application.id, client.id)
  await anAssignment(server, other.person.id, anyApplication.id, anyClient.id)
  await addAppTo(server, equipped.visitor)
  await begin('roles', roleId, 20)
  await begin('clients', client.id, 30)
  await begin('applications', application.id, 40)
  const concerned = [byRole, byClient, byApplication]
  expect(await Promise.all(concerned.map(bannerOf))).toEqual([await dayIn(20), await dayIn(30), await dayIn(40)])
  expect(await Promise.all([equipped, other].map(bannerOf))).toEqual([null, null])
  await announce()
  await announce()
  expect(await Promise.all([...concerned, equipped, other].map(mailsTo))).toEqual([1, 1, 1, 0, 0])
  const [mail] = await server.inbox(byRole.person.email)
  expect(mail?.subject).toMatch(/^From \d+ \w+ 20\d\d you need a passkey or an authenticator app/)
  expect(mail?.text).toContain('http://localhost:3000/dashboard/signInMethods')

  // A later day of something else is no news; an earlier one is, and so is the next one after the first has come.
  await anAssignment(server, byRole.person.id, application.id, client.id)
  await announce()
  expect(await mailsTo(byRole)).toBe(1)
  await begin('clients', client.id, 10)
  await announce()
  expect(await mailsTo(byRole)).toBe(2)
  expect(await bannerOf(byRole)).toBe(await dayIn(10))
  await server.db.execute(sql`
    update users set strong_sign_in_notified = now() - interval '1 hour' where id = ${byApplication.person.id}`)
  await announce()
  expect(await mailsTo(byApplication)).toBe(2)

  // What has begun is no longer announced, and with an app nothing is left to do.
  await begin('applications', application.id, -1)
  expect(await bannerOf(byApplication)).toBe(null)
  await addAppTo(server, byClient.visitor)
  expect(await bannerOf(byClient)).toBe(null)
})

test('whoever has an app alone reads the day of a passkey, and gets a mail of its own', async () => {
  const [bare, byApp] = [await someoneSignedIn(server), await someoneSignedIn(server)]
  await addAppTo(server, byApp.visitor)
  const [application, client] = [await anApplication(server), await aClient(server)]
  for (const { person } of [bare, byApp]) await anAssignment(server, person.id, application.id, client.id)
  const daysOf = async ({ visitor }: Someone) => {
    const { session } = (await visitor.call(getSession)).data
    return [session?.strongSignInFrom, session?.passkeyFrom]
  }
  const mails = async ({ person }: Someone) =>
    (await noticesTo(server, person.id)).map(({ notice }) => notice).filter((notice) => notice.endsWith('-begins'))
  await begin('applications', application.id, 10)
  await server.db.execute(sql`
    update applications set needs_passkey = true, passkey_from = now() + interval '20 days' where id = ${application.id}`)
  expect([await daysOf(bare), await daysOf(byApp)]).toEqual([
    [await dayIn(10), await dayIn(20)],
    [null, await dayIn(20)],
  ])
  await announce()
  await announce()
  expect([(await mails(bare)).sort(), await mails(byApp)]).toEqual([
    ['passkey-begins', 'strong-sign-in-begins'],
    ['passkey-begins'],
  ])
  // Of one day alone, the passkey is what is told.
  const other = await someoneSignedIn(server)
  const vault = await anApplication(server)
  await anAssignment(server, other.person.id, vault.id, client.id)
  await server.db.execute(sql`
    update applications set needs_strong_sign_in = true, needs_passkey = true, passkey_from = now() + interval '5 days',
      strong_sign_in_from = now() + interval '5 days' where id = ${vault.id}`)
  expect(await daysOf(other)).toEqual([null, await dayIn(5)])
  await announce()
  expect(await mails(other)).toEqual(['passkey-begins'])
})
