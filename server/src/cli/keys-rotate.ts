import { recordAudit } from '../audit/record-audit.ts'
import type { Db } from '../db/database.ts'
import { isOpenToFormerRelease, rotateDataKey } from '../keyring/rotate-data-key.ts'
import { renewSigningKeys, settleSigningKeys } from '../keyring/signing-keys.ts'
import { type Command, type Context, UsageError } from './command.ts'
import { keysOf, masterKeysOf } from './keys-of.ts'

/** Renews the keys that sign tokens before their time, or the key that seals secrets. */
export const keysRotate: Command = {
  help: 'Renew the keys that sign tokens of OpenID Connect; the new ones sign after fifteen minutes',
  options: {
    data: { type: 'boolean', help: 'renew the key that seals secrets instead; the servers seal all of them again' },
    yes: { type: 'boolean', help: 'with --data: no server of an earlier release is running' },
  },
  run: async (context) => {
    const { options } = context
    if (options.yes === true && options.data !== true) throw new UsageError('--yes is for --data.')
    const keys = await keysOf(context)
    const db = await context.db()
    if (options.data === true) return renewDataKey(context, db)
    // In a transaction of its own: a refusal must not undo it.
    await db.transaction(settleSigningKeys)
    await db.transaction(async (tx) => {
      await renewSigningKeys(tx, keys.seal)
      await recordAudit(tx, { event: 'installation.signing-keys-renewed', detail: { by: 'gatehouse' } })
    })
    const { print, isJson } = context
    await print(isJson ? JSON.stringify({ isRenewed: true }) : 'New keys are published, and sign in fifteen minutes.')
    return 0
  },
}

async function renewDataKey(context: Context, db: Db): Promise<0> {
  const { print, isJson, options } = context
  if (options.yes !== true && (await isOpenToFormerRelease(db)))
    throw new Error(
      'Servers of the release before this one cannot open what is sealed afterwards, and do not start any more. Update all servers, then repeat this with --yes.',
    )
  const version = await rotateDataKey(db, masterKeysOf(context))
  await print(
    isJson
      ? JSON.stringify({ isRenewed: true, version })
      : `Data key ${version} seals from now on. The servers seal everything again with it; "gatehouse keys list" shows how far they are.`,
  )
  return 0
}
