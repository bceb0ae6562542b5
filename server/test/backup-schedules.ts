import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { query } from './processes.ts'

/** For NODE_OPTIONS: what happens to such a process before it begins. */
export function aFault(dataDir: string, command: string[], happens: string): string {
  const file = join(dirname(dataDir), `${command.join('-')}.cjs`)
  const isMeant = `process.argv.slice(2).join(' ').startsWith('${command.join(' ')}')`
  writeFileSync(file, `if (${isMeant}) ${happens}`)
  return `--require=${file}`
}

/** What its schedule has made before. */
export const noteMade = (dataDir: string, files: string[]) =>
  query(
    dataDir,
    `insert into backups (id, file, state, started_at, finished_at, claimed_until)
     select gen_random_uuid(), file, 'done', now() - interval '100 days', now() - interval '100 days', now()
     from unnest(string_to_array('${files.join(' ')}', ' ')) file`,
  )
