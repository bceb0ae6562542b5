import { readArchiveState, readFolder } from '../archive/archive-state.ts'
import { isAhead } from '../archive/is-ahead.ts'
import { type Base, listArchived, type Places, placesOf } from '../archive/places.ts'
import { findGap } from '../archive/segments.ts'
import type { CommandConfig } from '../config.ts'
import { archiveOf, findDatabase } from './archive-options.ts'
import { megabytes } from './backup-options.ts'
import type { Command, Context } from './command.ts'

/** Says how archiving goes, and what can be recovered; also when the database is gone. */
export const archiveStatus: Command = {
  help: 'Whether archiving works, and what can be recovered; 1 when it fails or is late',
  options: { database: { type: 'string', value: 'ID', help: 'of several databases in the archive' } },
  run: async (context) => {
    const { config, options, isJson, print } = context
    const settings = config()
    const { folder } = archiveOf(settings)
    const running = await readRunning(context, settings)
    const id = running?.database ?? (await findDatabase(settings, options.database))
    const places = placesOf(folder, id)
    const { fault, bases } = running ?? (await readFolder(folder, places))
    const now = running?.now ?? new Date()
    const copies = await Promise.all(bases.map((base) => judgeCopy(places, base, now)))
    const isGood = fault === null && running?.isLate !== true && running?.base !== 'late'
    const state = { folder, database: id, isRunning: running !== null, isGood, fault, ...workOf(running), copies }
    if (isJson) await print(JSON.stringify(state))
    else for (const line of linesOf(state)) await print(line)
    return isGood ? 0 : 1
  },
}

type Running = Awaited<ReturnType<typeof readArchiveState>>
type Copy = Base & { gap: string | null; isAhead: boolean }

/** `null`: the database does not run. */
async function readRunning({ db }: Context, config: CommandConfig): Promise<Running | null> {
  const opened = await db().catch(() => null)
  return opened && readArchiveState(opened, archiveOf(config))
}

async function judgeCopy(places: Places, base: Base, now: Date): Promise<Copy> {
  return { ...base, gap: findGap(await listArchived(places), base.from), isAhead: isAhead(base, now) }
}

const workOf = (running: Running | null) =>
  running && {
    ...{ waiting: running.waiting, waitingSeconds: running.waitingSeconds, isLate: running.isLate },
    ...{ archivedSecondsAgo: running.archivedSecondsAgo, base: running.base },
  }

type State = { folder: string; database: string; isRunning: boolean; fault: string | null; copies: Copy[] } & Partial<
  NonNullable<ReturnType<typeof workOf>>
>

function linesOf({ folder, database, isRunning, fault, copies, waiting, isLate, archivedSecondsAgo, base }: State) {
  const ago = archivedSecondsAgo == null ? 'nothing yet' : `the newest ${Math.round(archivedSecondsAgo)} seconds ago`
  const since = copies.find(({ isAhead }) => !isAhead)
  return [
    `Archive: ${folder}, database ${database}`,
    isRunning
      ? `Segments: ${ago}; ${waiting} wait${isLate ? ', the oldest for minutes' : ''}.`
      : 'The database does not run.',
    ...(fault === null ? [] : [`FAULT: ${fault}`]),
    ...(base === 'late' && (fault === null || copies.length > 0)
      ? ['FAULT: no base copy was made when it was due.']
      : []),
    ...copies.map(lineOf),
    since !== undefined
      ? `A server can be recovered as of any moment since ${since.finishedAt}.`
      : copies.length === 0
        ? fault === null
          ? 'Nothing can be recovered yet.'
          : 'No base copy can be seen.'
        : 'No moment can be recovered: there is no base copy that counts.',
  ]
}

function lineOf({ name, finishedAt, bytes, gap, isAhead }: Copy): string {
  const size = `${name}  ${megabytes(bytes)}`
  if (isAhead) return `${size}, made while the clock was ahead: it does not count.`
  return `${size}, from ${finishedAt} on${gap === null ? '' : `, but not after the missing segment ${gap}`}`
}
