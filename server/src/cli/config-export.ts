import { recordAudit } from '../audit/record-audit.ts'
import { readOneState } from './audit-verify.ts'
import { type Command, UsageError } from './command.ts'
import { writeFileAgain } from './new-file.ts'

/** Writes the configuration as a file. */
export const configExport: Command = {
  help: 'Write applications, roles, gateways, templates and the like as YAML',
  options: { to: { type: 'string', value: 'FILE', help: 'the file, or - for standard output, which is the default' } },
  run: async ({ options: { to = '-' }, config, db: open, print, write, isJson }) => {
    if (typeof to !== 'string' || to === '') throw new UsageError('--to must name a file.')
    const db = await open()
    const { exportConfiguration } = await import('../configuration/configuration.ts')
    await recordAudit(db, { event: 'configuration.exported', detail: { by: 'gatehouse' } })
    const text = await exportConfiguration(db, config(), readOneState)
    if (to === '-') await write(text)
    else {
      await writeFileAgain(to, text)
      await print(isJson ? JSON.stringify({ file: to }) : `The configuration is in ${to}.`)
    }
    return 0
  },
}
