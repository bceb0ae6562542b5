import { userPreferences } from '@gatehouse/contract/admin/people/preferences.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { downloadOwnData } from '@gatehouse/contract/own-data.ts'
import { putOffNotice } from '@gatehouse/contract/own-notices.ts'
import { setPreferences } from '@gatehouse/contract/own-preferences.ts'
import { endOtherSessions, getSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { anAddress, signIn, someoneSignedIn } from '../../test/builders.ts'
import { auditOf, useAdministrator } from '../../test/console.ts'
import { noticesTo } from '../../test/messages.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)
const NONE = { language: null, theme: null, timeZone: null }
const ALL = { language: 'hi', theme: 'dark', timeZone: 'America/New_York' } as const
const preferencesOf = async (visitor: Visitor) => (await visitor.call(getSession)).data.session?.preferences

test('preferences are kept with the account, follow it to another browser, and stand in its data and its history', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  expect(await preferencesOf(visitor)).toEqual(NONE)
  // One at a time, as the pages do, and the same once more.
  expect((await visitor.call(setPreferences, { language: 'hi' })).data).toEqual({ ...NONE, language: 'hi' })
  await visitor.call(setPreferences, { theme: 'dark' })
  await visitor.call(setPreferences, { timeZone: 'America/New_York' })
  expect((await visitor.call(setPreferences, { theme: 'dark' })).data).toEqual(ALL)

  const elsewhere = server.visitor({ ip: anAddress(), headers: { 'accept-language': 'en' } })
  await signIn(server, elsewhere, person.email)
  expect(await preferencesOf(elsewhere)).toEqual(ALL)
  expect((await visitor.call(downloadOwnData, {})).data.profile).toMatchObject(ALL)
  const lines = (await auditOf(server, person.id)).filter(({ event }) => event === 'users.preferences-changed')
  expect(lines.map(({ actorId, detail }) => [actorId, detail.changes])).toEqual([
    [person.id, [{ field: 'language', before: null, after: 'hi' }]],
    [person.id, [{ field: 'theme', before: null, after: 'dark' }]],
    [person.id, [{ field: 'timeZone', before: null, after: 'America/New_York' }]],
  ])
  const other = await someoneSignedIn(server)
  expect(await preferencesOf(other.visitor)).toEqual(NONE)
  // Administrators read them.
  await visitor.call(putOffNotice, { notice: 'review-reminder', isPutOff: true })
  const readBy = (userId: string) => admin.call(userPreferences, { userId })
  expect((await readBy(person.id)).data).toEqual({ ...ALL, putOff: ['review-reminder'] })
  expect((await readBy(other.person.id)).data).toEqual({ ...NONE, putOff: [] })
  expect(await readBy('018f0000-0000-7000-8000-000000000000')).toMatchObject({ status: 404 })
  expect((await visitor.call(setPreferences, { timeZone: null })).data).toEqual({ ...ALL, timeZone: null })
  // The form of an administrator that was opened before stays valid.
  const { rows } = await server.db.execute(sql`select version from users where id = ${person.id}`)
  expect(rows).toEqual([{ version: 1 }])
})

test('messages follow the chosen language, whatever a later sign-in prefers, and show times in the chosen zone', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  await visitor.call(setPreferences, { language: 'hi', timeZone: 'America/New_York' })
  await signIn(server, server.visitor({ ip: anAddress(), headers: { 'accept-language': 'en' } }), person.email)
  await visitor.call(endOtherSessions)
  const last = (await noticesTo(server, person.id)).at(-1)
  expect(last).toMatchObject({ notice: 'new-device', language: 'hi' })
  const mail = (await server.inbox(person.email)).find(({ text }) => /GMT-[45]/.test(text))
  expect(mail?.text).toMatch(/[\u0900-\u097F]{3}/)
})

test('the language of a sign-in is no choice, and a choice survives a change by an administrator', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  await signIn(server, server.visitor({ ip: anAddress(), headers: { 'accept-language': 'hi' } }), person.email)
  expect(await preferencesOf(visitor)).toEqual(NONE)
  await visitor.call(setPreferences, { theme: 'light' })
  const { rows } = await server.db.execute<{ phoneNumber: string }>(
    sql`select phone_number as "phoneNumber" from users where id = ${person.id}`,
  )
  const form = { firstName: 'Asha', lastName: 'Rao', email: person.email, phoneNumber: rows[0]?.phoneNumber ?? '' }
  expect(await admin.call(users.update, { userId: person.id, ...form })).toMatchObject({ status: 200 })
  expect(await preferencesOf(visitor)).toEqual({ ...NONE, theme: 'light' })
})

test.each([
  { language: 'fr' },
  { theme: 'blue' },
  { timeZone: 'Mars/Base' },
  { timeZone: '+05:30' },
  { timeZone: '' },
  { timeZone: `A${'a'.repeat(80)}` },
  { timeZone: "UTC'; drop table users" },
])('%j is refused and changes nothing', async (wrong) => {
  const { person, visitor } = await someoneSignedIn(server)
  expect((await visitor.call(setPreferences, wrong)).status).toBe(400)
  expect(await preferencesOf(visitor)).toEqual(NONE)
  expect((await auditOf(server, person.id)).map(({ event }) => event)).not.toContain('users.preferences-changed')
})

test('of two choices at once none is lost', async () => {
  const { visitor } = await someoneSignedIn(server)
  await Promise.all(
    ([{ language: 'hi' }, { theme: 'dark' }, { timeZone: 'America/New_York' }] as const).map((one) =>
      visitor.call(setPreferences, one),
    ),
  )
  expect(await preferencesOf(visitor)).toEqual(ALL)
})
