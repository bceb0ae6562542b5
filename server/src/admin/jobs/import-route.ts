import { IMPORT_MAX_BYTES, importFile } from '@gatehouse/contract/admin/jobs/jobs.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { parseInput } from '../../http/parse-input.ts'
import { authoriseCaller } from '../../http/route.ts'
import { byOf } from '../engine/resource.ts'
import { insertItems, insertJob } from './job-table.ts'
import { readCsv } from './read-csv.ts'
import { requireOwn } from './routes.ts'

const ROWS_A_STATEMENT = 1000

/** Accepts a file to import. A job does a dry run; the import itself runs only when an administrator starts it. */
export function serveImport(app: FastifyInstance, { db }: Deps) {
  app.post(importFile.path, async (request) => {
    const actor = await authoriseCaller(importFile, app.edge, request)
    const { kind } = parseInput(importFile.request, request.query)
    const { rows, guess } = await readCsv(kind, await readFile(request))
    const by = byOf(actor, request)
    const data = await db.transaction(async (tx) => {
      const jobKind = kind === 'users' ? 'importUsers' : 'importAssignments'
      const id = await insertJob(tx, by, jobKind, { ip: by.ip, isDryRun: true, file: guess }, rows.length)
      for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT)
        await insertItems(tx, id, rows.slice(at, at + ROWS_A_STATEMENT))
      return requireOwn(tx, actor.userId, id)
    })
    return { code: 200, msg: 'Success', data: importFile.response.parse(data) }
  })
}

/** @throws AppError invalid_request */
async function readFile(request: FastifyRequest): Promise<Buffer> {
  const refused = (msg: string, cause?: unknown) => new AppError('invalid_request', { msg, cause })
  if (!request.isMultipart()) throw refused('Choose a file')
  try {
    const file = await request.file({ limits: { fileSize: IMPORT_MAX_BYTES, files: 1 } })
    if (file?.fieldname !== importFile.field) throw refused('Choose a file')
    return await file.toBuffer()
  } catch (cause) {
    // The rest of the upload is discarded, so that the connection can be used again.
    request.raw.unpipe()
    request.raw.resume()
    if (cause instanceof AppError) throw cause
    const isTooLarge = (cause as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE'
    throw refused(isTooLarge ? 'A file can have at most 5 MB. Import it in parts.' : 'Choose a file', cause)
  }
}
