import * as calls from '@gatehouse/contract/admin/approvals/sheets.ts'
import type { FastifyInstance } from 'fastify'
import { tryOut } from '../../../db/try-out.ts'
import type { Deps } from '../../../deps.ts'
import { BYTE_ORDER_MARK, csvHeaders, csvLine } from '../../../http/csv.ts'
import { parseInput } from '../../../http/parse-input.ts'
import { authoriseCaller } from '../../../http/route.ts'
import { receiveForm } from '../../../http/upload.ts'
import { byOf, refuseInWords } from '../../engine/resource.ts'
import { readUpload } from '../../jobs/read-upload.ts'
import { withOwnNotes } from './entry.ts'
import { MATRIX_HEADINGS, matrixRows } from './matrix-rows.ts'
import { previewOf } from './preview.ts'
import { makeSheetDraft, readSheet, saveAsDraft } from './sheet-draft.ts'

/** Sheets of authority, and lists of the old portal, that become drafts; and the matrix as such a sheet (ADR 0097). */
export function serveApprovalSheets(app: FastifyInstance, { db, config, outbox }: Deps) {
  const { timeZone } = config
  app.post(calls.previewSheet.path, async (request) => {
    const { actor, form } = await receiveForm(calls.previewSheet, app.edge, request, async ({ userId }) => {
      const options = parseInput(calls.previewSheet.request, request.query)
      const file = await readUpload(request, calls.previewSheet.field)
      return { options, sheet: await readSheet(db, userId, file, options) }
    })
    const { options, sheet } = form
    const preview = await tryOut(db, async (tx) => {
      const saved = await saveAsDraft(tx, byOf(actor, request), {
        sheet: withOwnNotes(sheet),
        options,
        name: 'Preview',
        timeZone,
      })
      return previewOf(tx, timeZone, saved)
    }).catch(refuseInWords)
    return { code: 200, msg: 'Success', data: calls.previewSheet.response.parse(preview) }
  })

  app.post(calls.importSheet.path, async (request) => {
    const { actor, form } = await receiveForm(calls.importSheet, app.edge, request, async ({ userId }) => {
      const asked = parseInput(calls.importSheet.request, request.query)
      const file = await readUpload(request, calls.importSheet.field)
      return { asked, sheet: await readSheet(db, userId, file, asked) }
    })
    const { asked, sheet } = form
    const made = await db
      .transaction((tx) => makeSheetDraft(tx, byOf(actor, request), { sheet, timeZone }, asked))
      .catch(refuseInWords)
    // Roles and pages that were made have notices.
    outbox.wake()
    return { code: 200, msg: 'Draft Created', data: calls.importSheet.response.parse(made) }
  })

  app.get(calls.matrixFile.path, async (request, reply) => {
    await authoriseCaller(calls.matrixFile, app.edge, request)
    const asked = parseInput(calls.matrixFile.request, request.query)
    const rows = await matrixRows(db, timeZone, asked)
    const lines = [MATRIX_HEADINGS, ...rows].map(csvLine)
    return reply.headers(csvHeaders(calls.matrixFile.name)).send(BYTE_ORDER_MARK + lines.join(''))
  })

  app.get(calls.matrixWorkbook.path, async (request, reply) => {
    await authoriseCaller(calls.matrixWorkbook, app.edge, request)
    const asked = parseInput(calls.matrixWorkbook.request, request.query)
    const { writeWorkbook } = await import('./workbook/write-workbook.ts')
    const file = await writeWorkbook([MATRIX_HEADINGS, ...(await matrixRows(db, timeZone, asked))])
    return reply
      .header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', `attachment; filename="${calls.matrixWorkbook.name}"`)
      .send(file)
  })
}
