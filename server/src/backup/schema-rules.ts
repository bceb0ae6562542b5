import pg from 'pg'
import { readMigrations } from '../db/migrations.ts'

/** The rules of the tables that are taken away while rows are loaded, as statements that bring them back. */
export type Rules = string[]

const quote = pg.escapeIdentifier

/** A partition goes with its table. */
const TABLES = `
  select c.relname as name from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by c.relname`

async function tableNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(TABLES)
  return rows.map(({ name }) => name)
}

/** @throws Error when there are tables of another program: they must not be removed */
export async function stateOf(client: pg.Client): Promise<{ isEmpty: boolean }> {
  const names = await tableNames(client)
  const ours = new Set(['migrations'])
  for (const statement of readMigrations().flatMap(({ statements }) => statements))
    for (const [, name = ''] of statement.matchAll(/create table (?:if not exists )?"?(\w+)"?/gi)) ours.add(name)
  const foreign = names.filter((name) => !ours.has(name))
  if (foreign.length > 0)
    throw new Error(`The database has tables that are not Gatehouse's (${foreign.slice(0, 5).join(', ')}).`)
  return { isEmpty: names.length === 0 }
}

/** A running server would go on with what it remembers, and its people with what they have lost. */
export async function refuseOthers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ others: number }>(`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null`)
  const others = rows[0]?.others ?? 0
  if (others > 0)
    throw new Error(`The database is in use (${others} other connections). Stop the servers, and a pooler, first.`)
}

/** Lets rows be loaded in any order, without triggers and without indexes, into empty tables. */
export async function loosen(client: pg.Client): Promise<Rules> {
  const names = (await tableNames(client)).filter((name) => name !== 'migrations')
  const { rows: constraints } = await client.query<{ table: string; name: string; rule: string; isForeign: boolean }>(`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as rule,
      contype = 'f' as "isForeign"
    from pg_constraint where connamespace = current_schema()::regnamespace and contype in ('f', 'p', 'u')
      and conparentid = 0 and conrelid <> 'migrations'::regclass
    order by contype = 'f' desc`)
  const { rows: indexes } = await client.query<{ name: string; making: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as making
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'i' and not c.relispartition
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))`)
  // Foreign keys first: they need the keys that they point to.
  for (const { table, name } of constraints) await client.query(`alter table ${table} drop constraint ${quote(name)}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const name of names) await client.query(`alter table ${quote(name)} disable trigger user`)
  if (names.length > 0) await client.query(`truncate ${names.map(quote).join(', ')}`)
  const adding = constraints.map(({ table, name, rule, isForeign }) => ({
    isForeign,
    statement: `alter table ${table} add constraint ${quote(name)} ${rule}`,
  }))
  const added = (areForeign: boolean) =>
    adding.filter(({ isForeign }) => isForeign === areForeign).map(({ statement }) => statement)
  return [
    ...added(false),
    ...indexes.map(({ making }) => making),
    ...added(true),
    ...names.map((name) => `alter table ${quote(name)} enable trigger user`),
  ]
}

/** @throws Error when a row breaks a rule */
export async function tighten(client: pg.Client, rules: Rules): Promise<void> {
  for (const rule of rules) await client.query(rule)
}

/** Statements that give other roles the rights that they have now. */
export async function readRights(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('grant %s on %I to %I%s', a.privilege_type, c.relname, r.rolname,
      case when a.is_grantable then ' with grant option' else '' end) as statement
    from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.grantee <> c.relowner
    order by c.relname`)
  const { rows: ofColumns } = await client.query<{ statement: string }>(`
    select format('grant %s (%I) on %I to %I%s', a.privilege_type, t.attname, c.relname, r.rolname,
      case when a.is_grantable then ' with grant option' else '' end) as statement
    from pg_class c join pg_attribute t on t.attrelid = c.oid and not t.attisdropped, aclexplode(t.attacl) a
      join pg_roles r on r.oid = a.grantee
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.grantee <> c.relowner
    order by c.relname, t.attname`)
  const { rows: holders } = await client.query<{ statement: string }>(`
    select distinct format('revoke all on all tables in schema %I from %I', current_schema(), r.rolname) as statement
    from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.grantee <> c.relowner`)
  return [...holders, ...rows, ...ofColumns].map(({ statement }) => statement)
}

/** Removes our tables and functions, with everything in them. Extensions stay. */
export async function dropEverything(client: pg.Client): Promise<void> {
  for (const name of await tableNames(client)) await client.query(`drop table if exists ${quote(name)} cascade`)
  const { rows } = await client.query<{ signature: string }>(`
    select p.oid::regprocedure::text as signature from pg_proc p
    where p.pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`)
  for (const { signature } of rows) await client.query(`drop function ${signature} cascade`)
}
