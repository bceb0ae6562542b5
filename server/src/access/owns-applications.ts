import type { Executor } from '../db/database.ts'

/** Whether somebody decides about the requests for an application. */
export async function ownsApplications(on: Executor, userId: string): Promise<boolean> {
  const { rows } = await on.execute<{ owns: boolean }>({
    name: 'owns-applications',
    isLookUp: true,
    text: `select exists (
      select 1 from application_owners o join applications a on a.id = o.application_id and a.deleted_at is null
      where o.user_id = $1) as owns`,
    values: [userId],
  })
  return rows[0]?.owns === true
}
