import type { Command } from './command.ts'
import { compare, DELETE } from './config-plan.ts'

/** Makes the portal as a file says, or changes nothing. */
export const configApply: Command = {
  words: 'FILE',
  help: 'Make the portal as a file of the configuration says, all of it or nothing',
  options: { delete: DELETE },
  run: async (context) => {
    await compare(context, false)
    return 0
  },
}
