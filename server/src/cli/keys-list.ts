import { createPublicKey, hash } from 'node:crypto'
import sql from 'sql-template-tag'
import { publicKeyText } from '../audit/chain/trail-file.ts'
import { masterKeyId } from '../crypto/keys.ts'
import type { Db } from '../db/database.ts'
import { listStoredKeys, stateOf } from '../keyring/list-keys.ts'
import { readKeyring } from '../keyring/open-keyring.ts'
import { type ListedKey, listSigningKeys } from '../keyring/signing-keys.ts'
import type { Command, Context } from './command.ts'
import { masterKeysOf } from './keys-of.ts'

type Line = { use: string; id: string; algorithm: string; createdAt: string | null; state: string }

/** Lists keys, without the keys themselves. */
export const keysList: Command = {
  help: 'List all keys, from the master key to those of tokens, without the keys themselves',
  options: {},
  run: async (context) => {
    const { db: open, print, isJson } = context
    const db = await open()
    const [signing, encryption] = await Promise.all([listSigningKeys(db), listEncryptionKeys(db)])
    const keys: Line[] = [
      ...(await masterAndStoredKeys(db, context)),
      ...signing.map((key) => ({ use: 'tokens', ...key })),
      ...encryption.map((key) => ({ use: 'requests', ...key })),
      ...(await auditKey(db, context)),
    ]
    for (const { use, id, algorithm, createdAt, state } of keys)
      await print(
        isJson
          ? JSON.stringify({ use, id, algorithm, createdAt, state })
          : [use.padEnd(8), id, algorithm.padEnd(12), createdAt ?? 'derived from the root key', state].join('  '),
      )
    return 0
  },
}

async function masterAndStoredKeys(db: Db, { config }: Context): Promise<Line[]> {
  const stored = await listStoredKeys(db)
  const [root] = stored
  if (root === undefined) return []
  const { formerMasterKey } = config()
  const former = formerMasterKey && masterKeyId(formerMasterKey)
  const algorithm = 'AES-256-GCM'
  const isNeeded = stored.some((key) => key.masterKeyId === former)
  return [
    { use: 'master', id: root.masterKeyId, algorithm, createdAt: root.wrappedAt, state: 'wraps the stored keys' },
    ...(former === null || former === root.masterKeyId
      ? []
      : [{ use: 'master', id: former, algorithm, createdAt: root.wrappedAt, state: isNeeded ? 'former' : NOT_NEEDED }]),
    ...stored.map((key) => ({
      ...{ use: key.use, id: key.id, createdAt: key.createdAt },
      ...(key.use === 'root'
        ? { algorithm: 'HKDF-SHA256', state: 'derives keys' }
        : { algorithm, state: stateOf(key, stored) }),
    })),
  ]
}

const NOT_NEEDED = 'former, not needed any more: remove MASTER_KEY_PREVIOUS'

/** It is derived from the root key, and stored nowhere. */
async function auditKey(db: Db, context: Context): Promise<Line[]> {
  if (context.config().masterKey === null) return []
  const keys = await readKeyring(db, masterKeysOf(context))
  if (keys === null) return []
  const id = idOf(publicKeyText(createPublicKey(keys.auditSeals)))
  return [{ use: 'audit', id, algorithm: 'Ed25519', createdAt: null, state: 'signing' }]
}

/** Long enough to compare two keys by eye. */
const idOf = (publicKey: string) => hash('sha256', publicKey).slice(0, 16)

async function listEncryptionKeys(db: Db): Promise<ListedKey[]> {
  const { rows } = await db.execute<ListedKey>(sql`
    select kid as id, coalesce(public_jwk->>'alg', public_jwk->>'kty') as algorithm,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt",
      case row_number() over (order by created_at desc) when 1 then 'in use' else 'former' end as state
    from encryption_keys order by created_at desc`)
  return rows
}
