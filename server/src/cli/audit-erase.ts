import { erasePerson } from '../audit/chain/erase-person.ts'
import { type Command, UsageError } from './command.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Removes what the audit says of a person beyond their id. */
export const auditErase: Command = {
  words: 'PERSON-ID',
  help: 'Erase addresses and details from the lines about a person; the chain stays valid',
  options: { yes: { type: 'boolean', help: 'really do it: it cannot be undone' } },
  run: async ({ words: [id = '', ...more], options, db, print, isJson }) => {
    if (!ID.test(id) || more.length > 0) throw new UsageError('Give the id of one person.')
    if (options.yes !== true) throw new UsageError('This cannot be undone: add --yes.')
    const lines = await erasePerson(await db(), id)
    await print(isJson ? JSON.stringify({ personId: id, lines }) : `${lines} lines lost their details.`)
    return 0
  },
}
