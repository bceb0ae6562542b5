import { importFile, type Job } from '@gatehouse/contract/admin/jobs/jobs.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { parseInput } from '../../http/parse-input.ts'
import { receiveForm } from '../../http/upload.ts'
import { byOf } from '../engine/resource.ts'
import type { By } from '../engine/store.ts'
import { type ReadRow, readCsv } from './csv/read-csv.ts'
import { insertItems, insertJob, type JobInput } from './job-table.ts'
import { readUpload } from './read-upload.ts'
import { requireOwn } from './routes.ts'

const ROWS_A_STATEMENT = 1000

/** Accepts a file to import. A job does a dry run; the import itself runs only when an administrator starts it. */
export function serveImport(app: FastifyInstance, { db }: Deps) {
  app.post(importFile.path, async (request) => {
    const { actor, form } = await receiveForm(importFile, app.edge, request, async () => {
      const { kind } = parseInput(importFile.request, request.query)
      return { kind, ...(await readCsv(kind, await readUpload(request, importFile.field))) }
    })
    const { kind, rows, guess } = form
    const by = byOf(actor, request)
    const jobKind = kind === 'users' ? 'importUsers' : 'importAssignments'
    const data = await insertFileJob(db, by, { kind: jobKind, input: { ip: by.ip, isDryRun: true, file: guess }, rows })
    return { code: 200, msg: 'Success', data: importFile.response.parse(data) }
  })
}

type FileJob = { kind: Job['kind']; input: JobInput; rows: ReadRow[] }

/** A job with a record for each row of a file. */
export function insertFileJob(db: Db, by: By, { kind, input, rows }: FileJob): Promise<Job> {
  return db.transaction(async (tx) => {
    const id = await insertJob(tx, by, kind, input, rows.length)
    for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT)
      await insertItems(tx, id, rows.slice(at, at + ROWS_A_STATEMENT))
    return requireOwn(tx, by.person.userId, id)
  })
}
