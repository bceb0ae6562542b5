import { readSchemaState, type SchemaState } from '../db/schema-state.ts'
import type { Command } from './command.ts'

/** Says which migrations are applied and pending, and which indexes are missing. */
export const databaseStatus: Command = {
  help: 'Show applied and pending migrations and missing indexes, and change nothing (see database migrate)',
  options: {},
  run: async ({ db, print, isJson }) => {
    const state = await readSchemaState(await db())
    const isUpToDate = isInOrder(state)
    if (isJson) await print(JSON.stringify({ isUpToDate, ...state }))
    else for (const line of linesOf(state, isUpToDate)) await print(line)
    return isUpToDate ? 0 : 1
  },
}

const isInOrder = ({ pending, newer, changed, missingIndexes }: SchemaState) =>
  [pending, newer, changed, missingIndexes].every((list) => list.length === 0)

function linesOf({ applied, pending, newer, changed, building, missingIndexes }: SchemaState, isUpToDate: boolean) {
  const of = (state: string, names: string[]) => names.map((name) => `${state.padEnd(8)}  ${name}`)
  return [
    ...applied.map(({ tag, appliedAt }) => `applied   ${tag}  ${appliedAt}`),
    ...of('newer', newer),
    ...of('changed', changed),
    ...of('pending', pending),
    ...building.map(
      ({ name, phase, done }) =>
        `building  index ${name || 'without a name yet'}: ${phase}${done === null ? '' : `, ${Math.floor(done * 100)} %`}`,
    ),
    ...of(
      'missing',
      missingIndexes.map((name) => `index ${name}`),
    ),
    isUpToDate
      ? 'The tables are up to date.'
      : pending.length > 0
        ? 'Migrations are pending: a server applies them at its start, or gatehouse database migrate as the owner of the tables.'
        : newer.length > 0
          ? 'The database was used by a newer version of Gatehouse.'
          : changed.length > 0
            ? 'The files of applied migrations were changed: install this release again.'
            : 'Indexes are missing: a server builds them in the background within an hour, or gatehouse database migrate at once.',
  ]
}
