import type { Executor } from '../db/database.ts'

/** Records that an encrypted request is served; `false` when it was served before (requirement P14). */
export async function claimRequest(db: Executor, jti: string, ttlSeconds: number): Promise<boolean> {
  const { rowCount } = await db.execute({
    name: 'claim-request',
    text: 'insert into served_requests (jti, expires_at) values ($1, now() + make_interval(secs => $2)) on conflict do nothing',
    values: [jti, ttlSeconds],
  })
  return rowCount === 1
}
