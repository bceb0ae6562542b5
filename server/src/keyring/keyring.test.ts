import { createSecretKey, randomBytes } from 'node:crypto'
import sql, { raw } from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { useTestServer } from '../../test/server.ts'
import { newId } from '../crypto/ids.ts'
import { deriveKeys, unnamedDataKey } from '../crypto/keys.ts'
import { makeRequestToken, readRequestToken } from '../crypto/request-token.ts'
import { type DataKeys, headerOf, oneDataKey, seal, unseal } from '../crypto/seal.ts'
import type { Db } from '../db/database.ts'
import { listStoredKeys, stateOf } from './list-keys.ts'
import { judgeMasterKey, openKeyring, readKeyring } from './open-keyring.ts'
import { makeResealer } from './reseal.ts'
import { isOpenToFormerRelease, rotateDataKey } from './rotate-data-key.ts'
import { SEALED_PLACES } from './sealed-places.ts'
import { readStoredKeys } from './stored-keys.ts'

const server = useTestServer()
const FIRST = randomBytes(32)
const only = (masterKey: Buffer) => ({ masterKey, formerMasterKey: null })
const NO_LOG = { warn: () => undefined, error: () => undefined } as unknown as typeof server.log

const execute = (statement: Parameters<Db['execute']>[0]) => server.db.execute(statement)
const dataKeys = async () => (await listStoredKeys(server.db)).filter(({ use }) => use === 'data')
const makeOld = () =>
  execute(sql`update stored_keys set created_at = now() - interval '3 minutes', claimed_until = null`)
const reseal = (seal: DataKeys, db: Db = server.db, batch = 2) =>
  makeResealer({ db, log: NO_LOG, keys: { seal } }, { batch }).runDue()

/** What a release before this one leaves behind. */
async function formerRelease() {
  const keys = oneDataKey(createSecretKey(unnamedDataKey(FIRST)))
  const proof = JSON.stringify(seal(keys, 'installation|value|master-key', 'master-key').toString('base64'))
  await execute(sql`
    insert into installation (key, value) values ('master-key', ${proof}::jsonb)
    on conflict (key) do update set value = excluded.value`)
  return keys
}

/** Rows in three places, each with a value. */
async function sealedValues(keys: DataKeys, count = 5) {
  for (let number = 0; number < count; number++) {
    const kid = `key-${number}`
    const sealed = (table: string) => seal(keys, `${table}|sealed_private_jwk|${kid}`, `${table} ${kid}`)
    await execute(
      sql`insert into signing_keys (kid, alg, sealed_private_jwk) values (${kid}, 'ES256', ${sealed('signing_keys')})`,
    )
    await execute(sql`
      insert into encryption_keys (kid, public_jwk, sealed_private_jwk) values (${kid}, '{}', ${sealed('encryption_keys')})`)
    const id = `018f0000-0000-7000-8000-00000000000${number}`
    const payload = seal(keys, `outbox|payload|${id}`, `outbox ${id}`)
    await execute(
      sql`insert into outbox (id, kind, lane, payload, state) values (${id}, 'message', 'x', ${payload}, 'done')`,
    )
  }
}

/** All values opened, and the headers that they have. */
async function opened(keys: DataKeys) {
  const texts: string[] = []
  const headers = new Set<string>()
  for (const { table, column, id } of SEALED_PLACES) {
    const { rows } = await execute(sql`
      select ${raw(id)}::text as id, ${raw(column)} as value from ${raw(table)} where ${raw(column)} is not null order by 1`)
    for (const row of rows as { id: string; value: Buffer }[]) {
      texts.push(await unseal(keys, `${table}|${column}|${row.id}`, row.value))
      headers.add(row.value.toString('hex', 0, row.value[0] === 2 ? 17 : 1))
    }
  }
  return { texts: texts.length, isRight: new Set(texts).size === texts.length, headers: [...headers] }
}

beforeEach(async () => {
  for (const table of ['stored_keys', 'installation', 'signing_keys', 'encryption_keys', 'outbox'])
    await execute(sql`delete from ${raw(table)}`)
})

test('every column with sealed values is listed', async () => {
  const { rows } = await execute(sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema() and data_type = 'bytea' and (column_name like 'sealed%' or column_name = 'payload')`)
  const names = SEALED_PLACES.map(({ table, column }) => `${table}.${column}`)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

describe('a new database', () => {
  test('gets random keys once, however many servers start, which only its master key opens', async () => {
    const all = await Promise.all([1, 2, 3].map(() => openKeyring(server.db, only(FIRST))))
    expect(new Set(all.map(({ pepper }) => pepper.toString('hex'))).size).toBe(1)
    expect(all[0]?.pepper.equals(deriveKeys(FIRST).pepper)).toBe(false)
    expect((await dataKeys()).map(({ version, form }) => [version, form])).toEqual([[1, 2]])
    expect(await judgeMasterKey(server.db, only(FIRST))).toBe('same')
    for (const wrong of [openKeyring, readKeyring])
      await expect(wrong(server.db, only(randomBytes(32)))).rejects.toThrow(
        'The master key is not that of this database',
      )
    expect(await judgeMasterKey(server.db, only(randomBytes(32)))).toBe('other')
  })

  test('reads the link of a message after the master key and the data key have changed', async () => {
    const { requestLink } = await openKeyring(server.db, only(FIRST))
    const [requestId, userId] = [newId(), newId()]
    const token = makeRequestToken(requestLink, requestId, userId, 0)
    const masterKey = randomBytes(32)
    await openKeyring(server.db, { masterKey, formerMasterKey: FIRST })
    await rotateDataKey(server.db, only(masterKey))
    const keys = await openKeyring(server.db, only(masterKey))
    expect(readRequestToken(keys.requestLink, token)).toMatchObject({ requestId, userId })
  })

  test('holds no key that is moved to another row', async () => {
    await openKeyring(server.db, only(FIRST))
    await execute(sql`
      update stored_keys set wrapped = (select wrapped from stored_keys where use = 'data') where use = 'root'`)
    await expect(openKeyring(server.db, only(FIRST))).rejects.toThrow('The stored keys of this database were changed')
  })
})

describe('a database of the release before', () => {
  test('keeps its derived keys, and both releases open what either writes, until the data key is renewed', async () => {
    const former = await formerRelease()
    await sealedValues(former)
    const keys = await openKeyring(server.db, only(FIRST))
    expect(keys.pepper).toEqual(deriveKeys(FIRST).pepper)
    expect(keys.auditSeals.equals(deriveKeys(FIRST).auditSeals)).toBe(true)
    expect(await opened(keys.seal)).toEqual({ texts: 15, isRight: true, headers: ['01'] })
    expect(await unseal(former, 'here', seal(keys.seal, 'here', 'new'))).toBe('new')
    expect(await isOpenToFormerRelease(server.db)).toBe(true)

    await rotateDataKey(server.db, only(FIRST))
    expect(await isOpenToFormerRelease(server.db)).toBe(false)
    const { rows } = await execute(sql`select value from installation where key = 'master-key'`)
    const proof = Buffer.from(rows[0]?.value as string, 'base64')
    await expect(unseal(former, 'installation|value|master-key', proof)).rejects.toThrow()
  })

  test('refuses any other master key', async () => {
    await formerRelease()
    expect(await judgeMasterKey(server.db, only(FIRST))).toBe('same')
    expect(await judgeMasterKey(server.db, only(randomBytes(32)))).toBe('other')
    await expect(openKeyring(server.db, only(randomBytes(32)))).rejects.toThrow('is not that of this database')
    expect(await readStoredKeys(server.db)).toEqual([])
  })

  test('gets a new master key with the upgrade', async () => {
    await sealedValues(await formerRelease())
    const masterKey = randomBytes(32)
    const keys = await openKeyring(server.db, { masterKey, formerMasterKey: FIRST })
    expect(keys.pepper).toEqual(deriveKeys(FIRST).pepper)
    expect((await opened((await openKeyring(server.db, only(masterKey))).seal)).isRight).toBe(true)
    await expect(openKeyring(server.db, only(FIRST))).rejects.toThrow('is not that of this database')
  })
})

describe('a new data key', () => {
  /** A database connection that is lost at the statement with this number. */
  function dyingDb(dies: number): Db {
    let count = 0
    const dying =
      <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
      async (...args: Args) => {
        if (++count >= dies) throw new Error('killed')
        return run(...args)
      }
    const { db } = server
    return {
      ...db,
      execute: dying(db.execute) as Db['execute'],
      transaction: (work) =>
        db.transaction((tx) => work({ ...tx, execute: dying(tx.execute.bind(tx)) as typeof tx.execute })),
    }
  }

  test('seals every value again, whenever a server is killed in between', async () => {
    await sealedValues(await formerRelease())
    const { seal } = await openKeyring(server.db, only(FIRST))
    await rotateDataKey(server.db, only(FIRST))
    let dies = 1
    for (let isDone = false; !isDone; dies++) {
      await makeOld()
      isDone = await reseal(seal, dyingDb(dies)).then(
        () => true,
        () => false,
      )
      expect(await opened(seal)).toMatchObject({ texts: 15, isRight: true })
    }
    expect(dies).toBeGreaterThan(10)
    const [newest, former] = await dataKeys()
    expect(newest).toMatchObject({ version: 2, total: 15, resealed: 15, unreadable: 0, resealedAt: expect.any(String) })
    const header = headerOf(newest?.id.replaceAll('-', '') ?? '').toString('hex')
    expect(await opened(seal)).toEqual({ texts: 15, isRight: true, headers: [header] })
    expect([newest, former].map((key) => key && stateOf(key, [newest, former] as never))).toEqual(['seals', 'former'])
    const { rows } = await execute(sql`
      select detail from audit_events where event = 'installation.values-sealed-again' order by number desc limit 1`)
    expect(rows).toEqual([{ detail: { version: 2, values: 15 } }])
  })

  test('is shared by servers: one seals at a time, another goes on when it stops, and a late value is found', async () => {
    const one = await openKeyring(server.db, only(FIRST))
    const two = await openKeyring(server.db, only(FIRST))
    await sealedValues(one.seal)
    await rotateDataKey(server.db, only(FIRST))
    await Promise.all([reseal(one.seal), reseal(two.seal)])
    // The first pass ends before all servers can know the new key, so another one follows.
    expect((await dataKeys())[0]).toMatchObject({ resealed: 15, resealedAt: null })
    const [newest, former] = await dataKeys()
    expect(stateOf(newest as never, [newest, former] as never)).toBe('seals, 15 of 15 values sealed again')
    const late = await formerValue(former?.id ?? '')
    await makeOld()
    await reseal(two.seal)
    expect((await dataKeys())[0]).toMatchObject({ resealed: 16, resealedAt: expect.any(String) })
    expect((await opened(one.seal)).headers).toHaveLength(1)
    expect(late[0]).toBe(2)
  })

  /** A server that does not know the new key yet stores a value. */
  async function formerValue(id: string) {
    const all = await openKeyring(server.db, only(FIRST))
    const key = await all.seal.find(id.replaceAll('-', ''))
    const stale = { ...all.seal, newest: () => ({ id: id.replaceAll('-', ''), key: key as never }) }
    const value = seal(stale, 'signing_keys|sealed_private_jwk|late', 'late')
    await execute(sql`insert into signing_keys (kid, alg, sealed_private_jwk) values ('late', 'ES256', ${value})`)
    return value
  }

  test('is found by another server at the first value that names it, and forged names cost a reading each second', async () => {
    const one = await openKeyring(server.db, only(FIRST))
    let readings = 0
    const execute = (statement: never) => {
      readings++
      return server.db.execute(statement)
    }
    const counting = { ...server.db, execute }
    const two = await openKeyring(counting as unknown as Db, only(FIRST))
    await rotateDataKey(server.db, only(FIRST))
    await one.seal.reread()
    expect(two.seal.newest().id).not.toBe(one.seal.newest().id)
    const value = seal(one.seal, 'here', 'secret')
    readings = 0
    const forged = Array.from({ length: 50 }, () => two.seal.find(randomBytes(16).toString('hex')))
    expect(await unseal(two.seal, 'here', value)).toBe('secret')
    expect(await Promise.all(forged)).toEqual(Array(50).fill(null))
    expect(readings).toBe(1)
    expect(two.seal.newest().id).toBe(one.seal.newest().id)
  })

  test('leaves a value that no key opens as it is, and counts it', async () => {
    const { seal } = await openKeyring(server.db, only(FIRST))
    await sealedValues(seal, 2)
    await execute(sql`update signing_keys set sealed_private_jwk = '\\x01' || sealed_private_jwk where kid = 'key-1'`)
    await rotateDataKey(server.db, only(FIRST))
    await makeOld()
    await reseal(seal)
    const keys = await dataKeys()
    expect(keys[0]).toMatchObject({ total: 6, resealed: 5, unreadable: 1 })
    expect(keys[0] && stateOf(keys[0], keys)).toBe('seals, 1 values cannot be opened')
  })
})

describe('a new master key', () => {
  test('wraps all keys at once, and changes none of them', async () => {
    const before = await openKeyring(server.db, only(FIRST))
    await sealedValues(before.seal)
    const masterKey = randomBytes(32)
    const both = { masterKey, formerMasterKey: FIRST }
    expect(await judgeMasterKey(server.db, both)).toBe('former')
    await Promise.all([1, 2, 3].map(() => openKeyring(server.db, both)))
    const after = await openKeyring(server.db, only(masterKey))
    expect(after.pepper).toEqual(before.pepper)
    expect(after.subject.equals(before.subject)).toBe(true)
    expect(await opened(after.seal)).toMatchObject({ texts: 15, isRight: true })
    expect(await judgeMasterKey(server.db, both)).toBe('same')
    expect(await judgeMasterKey(server.db, only(FIRST))).toBe('other')
    await expect(openKeyring(server.db, only(FIRST))).rejects.toThrow('is not that of this database')
    const { rows } = await execute(sql`
      select detail->>'keys' as keys from audit_events where event = 'installation.master-key-changed'
      and at > now() - interval '1 minute' order by number desc limit 2`)
    expect(rows.map(({ keys }) => keys)).toContain('2')
  })

  test('keeps a server that was not restarted working, with data keys made since', async () => {
    const stale = await openKeyring(server.db, only(FIRST))
    const masterKey = randomBytes(32)
    const fresh = await openKeyring(server.db, { masterKey, formerMasterKey: FIRST })
    await rotateDataKey(server.db, only(masterKey))
    await fresh.seal.reread()
    expect(await unseal(stale.seal, 'here', seal(fresh.seal, 'here', 'secret'))).toBe('secret')
    await makeOld()
    await reseal(stale.seal)
    expect(stale.seal.newest().id).toBe(fresh.seal.newest().id)
    const handovers = async () => (await readStoredKeys(server.db)).filter(({ handover }) => handover !== null).length
    expect(await handovers()).toBe(1)
    await execute(sql`update stored_keys set created_at = now() - interval '2 hours'`)
    await reseal(fresh.seal)
    expect(await handovers()).toBe(0)
  })
})
