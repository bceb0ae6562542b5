import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type pg from 'pg'
import { isAhead } from '../archive/is-ahead.ts'
import { type Base, findFolderFault, listArchived, listBases, placesOf } from '../archive/places.ts'
import { recover } from '../archive/recover.ts'
import { findGap } from '../archive/segments.ts'
import type { Revived } from '../archive/void-access.ts'
import type { CommandConfig } from '../config.ts'
import { findConnection, openBeside } from '../db/open-beside.ts'
import { readSchemaState } from '../db/schema-state.ts'
import { archiveOf, findDatabase } from './archive-options.ts'
import { sayAside } from './backup-options.ts'
import { type Command, type Context, UsageError } from './command.ts'
import { sayRegained } from './say-regained.ts'

/** Makes a data folder as of a moment, from the archive, beside the one in use. */
export const archiveRecover: Command = {
  help: 'Make a data folder of its own from the archive, as of a moment',
  options: {
    to: { type: 'string', value: 'FOLDER', help: 'a new folder: the DATA_DIR of the recovered server' },
    at: { type: 'string', value: 'TIME', help: 'such as 2026-11-23T10:04:00Z; otherwise everything in the archive' },
    database: { type: 'string', value: 'ID', help: 'of several databases in the archive' },
    yes: { type: 'boolean', help: 'do not ask: who gets access again is as wanted' },
    quiet: { type: 'boolean', help: 'do not say how far it is' },
  },
  run: async (context) => {
    const { options, config, isJson, print } = context
    const settings = config()
    const { folder } = archiveOf(settings)
    if (typeof options.to !== 'string') throw new UsageError('Give a new folder with --to.')
    const at = readMoment(options.at)
    const places = placesOf(folder, await findDatabase(settings, options.database))
    // A full disk or one that is read-only can be read.
    const bases = await listBases(places)
    const base = chooseBase(bases, at, findFolderFault(folder, places))
    const gap = findGap(await listArchived(places), base.from)
    if (gap !== null) sayAside(`The segment ${gap} is missing: what came after it cannot be recovered from this copy.`)
    const to = resolve(options.to)
    const { present, why } = await presentOf(settings)
    const lastChange = await recover({
      ...{ places, base, at, to, present, stopping: stopping() },
      step: options.quiet === true ? () => undefined : sayAside,
      confirm: (revived) => confirm(context, revived, why),
    })
    const until = lastChange?.toISOString() ?? base.finishedAt
    if (isJson) await print(JSON.stringify({ dataDir: to, base: base.name, lastChange: until }))
    else {
      await print(`Recovered: ${to}, its last change at ${until}.`)
      await print('Start a server with DATA_DIR set to it and the same MASTER_KEY. Everybody must sign in again.')
    }
    return 0
  },
}

/** With its time zone: an hour more or less matters here. */
function readMoment(text: string | boolean | undefined): Date | null {
  if (typeof text !== 'string') return null
  const at = new Date(text)
  if (/T.*(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(at.getTime())) return at
  throw new UsageError('--at must be a time with its zone, such as 2026-11-23T10:04:00Z or 2026-11-23T15:34:00+05:30.')
}

/** The clock of a new machine may be behind: then what counts for no moment still serves to recover everything. */
function chooseBase(bases: Base[], at: Date | null, fault: string | null): Base {
  if (bases.length === 0) throw new Error(fault ?? 'The archive has no base copy: nothing can be recovered.')
  const now = new Date()
  const counting = bases.filter((base) => !isAhead(base, now))
  for (const { name } of bases.filter((base) => isAhead(base, now)))
    sayAside(`${name} is of a later time than now: it was made while the clock was ahead, or this one is behind.`)
  const chosen =
    at === null
      ? (counting.at(-1) ?? bases.at(-1))
      : bases.findLast(({ finishedAt }) => Date.parse(finishedAt) <= at.getTime())
  if (chosen !== undefined) return chosen
  const [oldest] = counting
  if (oldest !== undefined) throw new Error(`The archive begins at ${oldest.finishedAt}.`)
  throw new Error('No base copy counts for a moment: leave out --at for all that was archived.')
}

type Present = {
  /** `null`: the recovered database cannot be compared with it. */
  present: pg.ClientConfig | null
  why: string
}

/** The database as it is now. What is compared has the tables of this version in both. */
async function presentOf(config: CommandConfig): Promise<Present> {
  try {
    const { db, close } = await openBeside(config)
    const { pending, newer } = await readSchemaState(db).finally(close)
    if (pending.length + newer.length > 0)
      return { present: null, why: 'The present database is of another version of Gatehouse' }
    return { present: await findConnection(config), why: '' }
  } catch {
    return { present: null, why: 'The present database cannot be reached' }
  }
}

/** The database of the recovery would outlive a command that just ends. */
function stopping(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => controller.abort())
  return controller.signal
}

async function confirm({ options }: Context, revived: Revived | null, why: string): Promise<boolean> {
  if (revived === null) sayAside(`${why}: nobody can say who gets access again that was taken since.`)
  else if (revived.length === 0) sayAside('Nobody gets access again that was taken since.')
  else sayRegained(revived)
  if (options.yes === true) return true
  if (!process.stdin.isTTY) throw new UsageError('Nothing was recovered: add --yes.')
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  // Ctrl-C is a key here and no signal; and there is no answer after the end of the input.
  const none = new Promise<string>((resolve) =>
    reader.once('SIGINT', () => resolve('')).once('close', () => resolve('')),
  )
  const answer = await Promise.race([reader.question('Type "recover" to go on: '), none])
  reader.close()
  return answer.trim() === 'recover'
}
