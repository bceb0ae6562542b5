import sql from 'sql-template-tag'
import { readSchemaState } from '../../db/schema-state.ts'
import { CLOCK_DIFFERENCE_MAX_MS } from '../../http/health.ts'
import { type Finding, fault, ok, type Patient, warning } from './finding.ts'

const VERSION_LEAST = 13
/** Each server opens ten connections, and two more while it starts. */
const CONNECTIONS_OF_SERVER = 12

type Facts = {
  version: string
  major: number
  isReadOnly: boolean
  encoding: string
  collation: string
  collationVersion: string | null
  actualVersion: string | null
  role: string
  isOwner: boolean
  mayWrite: boolean
  connectionsMax: number
  connectionsFree: number
  hasTrigrams: boolean
}

export async function checkDatabase({ config, db }: Patient): Promise<Finding[]> {
  const facts = await readFacts(db)
  const { version, major, isReadOnly, encoding, collation, role, connectionsFree, connectionsMax } = facts
  return [
    major < VERSION_LEAST
      ? fault('database', `PostgreSQL ${version}.`, `Upgrade to PostgreSQL ${VERSION_LEAST} or later.`)
      : ok('database', `PostgreSQL ${version}, ${config.databaseUrl === null ? 'embedded' : 'by DATABASE_URL'}.`),
    ...(isReadOnly
      ? [fault('database', 'The database is read-only.', 'Point DATABASE_URL to the server that accepts changes.')]
      : []),
    encoding === 'UTF8'
      ? ok('database', `The encoding is UTF8, the collation ${collation}.`)
      : fault('database', `The encoding is ${encoding}.`, 'Restore the data into a database with the encoding UTF8.'),
    ...(facts.collationVersion === facts.actualVersion
      ? []
      : [
          warning(
            'database',
            `The collation is version ${facts.actualVersion}, and the indexes were built with ${facts.collationVersion}.`,
            'Run "reindex database" and then "alter database … refresh collation version" on this database.',
          ),
        ]),
    judgeRole(facts, config.databaseUrl === null, role),
    ...(facts.hasTrigrams
      ? []
      : [
          fault('database', 'The extension pg_trgm is missing.', 'Run "create extension pg_trgm" as an administrator.'),
        ]),
    connectionsFree < CONNECTIONS_OF_SERVER
      ? warning(
          'database',
          `${connectionsFree} of ${connectionsMax} connections are free, and a server needs up to ${CONNECTIONS_OF_SERVER}.`,
          'Raise max_connections of the database, or use a pooler.',
        )
      : ok('database', `${connectionsFree} of ${connectionsMax} connections are free.`),
  ]
}

function judgeRole({ isOwner, mayWrite }: Facts, isEmbedded: boolean, role: string): Finding {
  if (!mayWrite)
    return fault(
      'database',
      `The role ${role} may not change the tables.`,
      'Run deploy/postgresql/server-role.sql as the owner of the tables.',
    )
  if (isOwner && !isEmbedded)
    return warning(
      'database',
      `The role ${role} owns the tables, and could switch off the triggers that protect the audit.`,
      'Let another role own them: see "Two roles" in docs/operating.md.',
    )
  return ok('database', `The role ${role} ${isOwner ? 'owns' : 'may change, and does not own,'} the tables.`)
}

async function readFacts(db: Patient['db']): Promise<Facts> {
  const { rows } = await db.execute<Facts>(sql`
    select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
      current_setting('transaction_read_only') = 'on' as "isReadOnly", pg_encoding_to_char(d.encoding) as encoding,
      d.datcollate as collation, to_jsonb(d)->>'datcollversion' as "collationVersion",
      to_jsonb(d)->>'datcollversion' as "actualVersion", current_user as role,
      coalesce(pg_has_role(c.relowner, 'usage'), false) as "isOwner",
      c.oid is null or has_table_privilege(c.oid, 'insert') and has_table_privilege(c.oid, 'update')
        and has_table_privilege(c.oid, 'delete') as "mayWrite",
      current_setting('max_connections')::int as "connectionsMax",
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as "connectionsFree",
      exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigrams"
    from pg_database d left join pg_class c on c.oid = to_regclass('users') where d.datname = current_database()`)
  const facts = rows[0] as Facts
  // The function is there from PostgreSQL 15 on.
  if (facts.collationVersion === null) return facts
  const { rows: actual } = await db.execute<{ version: string | null }>(sql`
    select pg_database_collation_actual_version(oid) as version from pg_database where datname = current_database()`)
  return { ...facts, actualVersion: actual[0]?.version ?? null }
}

export async function checkSchema({ db }: Patient): Promise<Finding[]> {
  const { applied, pending, newer, changed, building, missingIndexes } = await readSchemaState(db)
  const named = (names: string[]) => names.join(', ')
  if (newer.length > 0 || changed.length > 0)
    return [
      newer.length > 0
        ? warning('migrations', `A newer release was used: ${named(newer)}.`, 'Start that release.')
        : fault('migrations', `Applied migrations were changed: ${named(changed)}.`, 'Install this release again.'),
    ]
  const mend = 'Start a server, or run "gatehouse database migrate" as the owner of the tables.'
  if (pending.length > 0) return [fault('migrations', `Not applied yet: ${named(pending)}.`, mend)]
  if (building.length > 0) return [ok('migrations', `${building.length} indexes are being built now.`)]
  return [
    missingIndexes.length > 0
      ? warning('migrations', `Indexes are missing or unfinished: ${named(missingIndexes)}.`, mend)
      : ok('migrations', `All are applied, the newest is ${applied.at(-1)?.tag}.`),
  ]
}

/** This machine's clock, and that of the database. */
export async function checkClock({ db }: Patient): Promise<Finding[]> {
  const before = Date.now()
  const { rows } = await db.execute<{ now: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as now`,
  )
  const seconds = Math.round((before + Date.now()) / 2 - (rows[0]?.now ?? 0)) / 1000
  if (Math.abs(seconds) * 1000 <= CLOCK_DIFFERENCE_MAX_MS)
    return [ok('clock', `It differs from the database's by ${Math.abs(seconds)} seconds.`)]
  return [
    fault(
      'clock',
      `It is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the database's.`,
      'Let both machines set their clocks by NTP.',
    ),
  ]
}

/** Whether Node and the database agree on the time zone of messages. */
export async function checkTimeZone({ config: { timeZone }, db }: Patient): Promise<Finding[]> {
  const { rows } = await db.execute<{ minutes: number }>(sql`
    select round(extract(epoch from utc_offset) / 60)::int as minutes from pg_timezone_names where name = ${timeZone}`)
  const [found] = rows
  const mend = 'Bring the time zone data of this machine and of the database up to date.'
  if (found === undefined) return [warning('time zone', `The database does not know ${timeZone}.`, mend)]
  const here = offsetMinutes(timeZone, new Date())
  return [
    here === found.minutes
      ? ok('time zone', `${timeZone} is ${here} minutes from UTC now, here and in the database.`)
      : warning('time zone', `${timeZone} is ${here} minutes from UTC here, ${found.minutes} in the database.`, mend),
  ]
}

function offsetMinutes(timeZone: string, at: Date): number {
  const local = at.toLocaleString('sv-SE', { timeZone })
  return Math.round((Date.parse(`${local.replace(' ', 'T')}Z`) - at.getTime()) / 60_000)
}
