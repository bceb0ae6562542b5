import { recordAudit } from '../audit/record-audit.ts'
import { renewSigningKeys } from '../oidc/signing-keys.ts'
import type { Command } from './command.ts'
import { keysOf } from './keys-of.ts'

/** Renews the keys that sign tokens before their time. */
export const keysRotate: Command = {
  name: 'keys rotate',
  help: 'Renew the keys that sign tokens of OpenID Connect; the new ones sign after fifteen minutes',
  options: {},
  run: async (context) => {
    const { print, isJson } = context
    const keys = await keysOf(context)
    const db = await context.db()
    await db.transaction(async (tx) => {
      await renewSigningKeys(tx, keys.seal)
      await recordAudit(tx, { event: 'installation.signing-keys-renewed', detail: { by: 'gatehouse' } })
    })
    await print(isJson ? JSON.stringify({ isRenewed: true }) : 'New keys are published, and sign in fifteen minutes.')
    return 0
  },
}
