import { importFile, readJob } from '@gatehouse/contract/admin/jobs/jobs.ts'
import sql from 'sql-template-tag'
import { makeJobRunner } from '../src/admin/jobs/runner.ts'
import { auditOf } from './console.ts'
import { send } from './pictures.ts'
import type { TestServer, Visitor } from './server.ts'

/** Runs all started jobs, as a server does in the background. */
export const runJobs = (server: TestServer) => makeJobRunner(server).runAll()

/** The state of a job, with its failed records. */
export async function jobOf(visitor: Visitor, id: string) {
  const { data } = await visitor.call(readJob, { id })
  return data
}

/** Uploads a file to import; returns the job of its dry run. */
export function importCsv(
  server: TestServer,
  visitor: Visitor,
  kind: string,
  content: string | Buffer,
  headers: Record<string, string> = {},
) {
  const to = {
    ...importFile,
    path: `${importFile.path}?kind=${kind}` as `/api/${string}`,
    fit: { width: 0, height: 0 },
    summary: '',
  }
  return send(server, visitor, to, content, { filename: 'people.csv', headers })
}

/** How often each of these records was changed, according to the audit. */
export async function changesOf(server: TestServer, ids: string[], event: string) {
  const lines = await Promise.all(ids.map((id) => auditOf(server, id)))
  return lines.map((one) => one.filter((line) => line.event === event).length)
}

export async function isActive(server: TestServer, ids: string[]) {
  const { rows } = await server.db.execute<{ id: string; isActive: boolean }>(sql`
    select id, is_active as "isActive" from users where id = any(${ids}::uuid[])`)
  return ids.map((id) => rows.find((row) => row.id === id)?.isActive)
}
