import { hash } from 'node:crypto'
import sql from 'sql-template-tag'
import { publicKeyText } from '../audit/chain/trail-file.ts'
import type { Db } from '../db/database.ts'
import { type ListedKey, listSigningKeys } from '../oidc/signing-keys.ts'
import { sealKeyOf } from './audit-keys.ts'
import type { Command } from './command.ts'

/** Lists keys, without the keys themselves. */
export const keysList: Command = {
  name: 'keys list',
  help: 'List the keys of tokens, of encrypted requests and of the audit, without the keys themselves',
  options: {},
  run: async ({ config, db: open, print, isJson }) => {
    const db = await open()
    const [signing, encryption] = await Promise.all([listSigningKeys(db), listEncryptionKeys(db)])
    const seals = sealKeyOf(config())
    const keys = [
      ...signing.map((key) => ({ use: 'tokens', ...key })),
      ...encryption.map((key) => ({ use: 'requests', ...key })),
      // It is derived from the master key, and stored nowhere.
      ...(seals === null
        ? []
        : [{ use: 'audit', id: idOf(publicKeyText(seals)), algorithm: 'Ed25519', createdAt: null, state: 'signing' }]),
    ]
    for (const { use, id, algorithm, createdAt, state } of keys)
      await print(
        isJson
          ? JSON.stringify({ use, id, algorithm, createdAt, state })
          : [use.padEnd(8), id, algorithm.padEnd(12), createdAt ?? 'derived from the master key', state].join('  '),
      )
    return 0
  },
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
