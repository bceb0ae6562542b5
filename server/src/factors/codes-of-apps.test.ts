import { makeRecoveryCodes } from '@gatehouse/contract/factors/recovery-codes.ts'
import sql, { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { addAppTo, someoneWithApp } from '../../test/authenticators.ts'
import { signInByPasskey, someoneWithPasskey } from '../../test/passkeys.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'
import { readMigrations } from '../db/migrations.ts'

const server = useTestServer()
const MIGRATION = '0090_codes_of_apps'

/** Somebody with a passkey and an app, with codes that count for the passkey, as those of the release before did. */
async function someoneWithBoth(maker: 'app' | 'passkey') {
  const someone = await someoneWithPasskey(server)
  await addAppTo(server, someone.visitor)
  if (maker === 'passkey') await signInByPasskey(someone.browser, someone.authenticator)
  const by = maker === 'passkey' ? someone.browser : someone.visitor
  await makeCodes(by, someone.person.id)
  return someone.person.id
}

async function makeCodes(visitor: Visitor, userId: string) {
  expect(await visitor.call(makeRecoveryCodes)).toMatchObject({ status: 200 })
  await server.db.execute(sql`update recovery_codes set is_strong = true where user_id = ${userId}`)
}

const areStrong = async (userId: string) => {
  const { rows } = await server.db.execute<{ strong: boolean }>(sql`
    select distinct is_strong as strong from recovery_codes where user_id = ${userId}`)
  return rows.map(({ strong }) => strong)
}

async function upgrade() {
  const [migration] = readMigrations().filter(({ tag }) => tag === MIGRATION)
  for (const statement of migration?.statements ?? []) await server.db.execute(raw(statement))
}

test('codes that an app made beside a passkey, before a passkey could be needed, count for the passkey no more', async () => {
  const [ofApp, ofPasskey] = [await someoneWithBoth('app'), await someoneWithBoth('passkey')]
  const alone = await someoneWithApp(server)
  await makeCodes(alone.visitor, alone.person.id)
  const all = async () => Promise.all([ofApp, ofPasskey, alone.person.id].map(areStrong))
  // Of this release: they were judged when they were made.
  await upgrade()
  expect(await all()).toEqual([[true], [true], [true]])
  await server.db.execute(sql`update migrations set applied_at = now() where tag = '0084_passkey_demand'`)
  await upgrade()
  expect(await all()).toEqual([[false], [true], [true]])
})
