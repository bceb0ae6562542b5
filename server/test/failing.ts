import type { Stored } from './builders.ts'

/** Makes the database refuse new rows of these tables while something is done, in the state of `errcode`. */
export async function whileInsertsFail<Result>(
  { db: { pool } }: Pick<Stored, 'db'>,
  tables: string[],
  work: () => Promise<Result>,
  errcode = 'P0001',
): Promise<Result> {
  const triggers = tables.map((table) => `create trigger fail before insert on ${table} execute function fail();`)
  await pool.query(`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'injected' using errcode = '${errcode}'; end $$;
    ${triggers.join('\n')}`)
  try {
    return await work()
  } finally {
    await pool.query('drop function fail cascade')
  }
}
