import { anchorLine } from '../audit/chain/anchors.ts'
import { newestSeal } from '../audit/chain/seals.ts'
import { sealKeyOf } from './audit-keys.ts'
import type { Command } from './command.ts'

/** Prints what proves later that the chain up to now was not rewritten. */
export const auditAnchor: Command = {
  help: 'Print the newest seal, to be kept outside (see audit verify --anchor)',
  options: {},
  run: async (context) => {
    const seal = await newestSeal(await context.db())
    if (seal === null) throw new Error('Nothing is sealed yet. The server seals every five seconds.')
    await context.print(anchorLine(seal, await sealKeyOf(context)))
    return 0
  },
}
