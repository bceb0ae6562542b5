import type { AuditEvent } from '../src/audit/record-audit.ts'
import type { TestServer } from './server.ts'

/** Does something while the database fails for each line of the audit with this event, as it may at any moment. */
export async function whileLinesFail(server: TestServer, event: AuditEvent, work: () => Promise<unknown>) {
  await server.db.pool.query(`
    create function fail_line() returns trigger language plpgsql as $$ begin raise exception 'away' using errcode = '57P03'; end $$;
    create trigger fail_line before insert on audit_events for each row when (new.event = '${event}') execute function fail_line()`)
  try {
    await work()
  } finally {
    await server.db.pool.query('drop trigger fail_line on audit_events; drop function fail_line()')
  }
}
