import { invitationsFile } from '@gatehouse/contract/admin/jobs/invitations-file.ts'
import { INVITED_MAX } from '@gatehouse/contract/admin/people/invitations.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { parseInput } from '../../http/parse-input.ts'
import { receiveForm } from '../../http/upload.ts'
import { byOf } from '../engine/resource.ts'
import { readCsv } from './csv/read-csv.ts'
import { inviteRows } from './invite-rows.ts'
import { readUpload } from './read-upload.ts'

/** Invites the addresses of a file. No job: a server of the former release would take it for another one (ADR 0073). */
export function serveInvitationsFile(app: FastifyInstance, deps: Deps) {
  const { db, outbox } = deps
  app.post(invitationsFile.path, async (request) => {
    const { actor, form } = await receiveForm(invitationsFile, app.edge, request, async () => {
      const { language = null } = parseInput(invitationsFile.request, request.query)
      return { language, ...(await readCsv('invitations', await readUpload(request, invitationsFile.field))) }
    })
    const { language, rows } = form
    if (rows.length > INVITED_MAX)
      throw new AppError('invalid_request', { msg: 'A file can have at most 500 invitations. Send it in parts.' })
    const by = byOf(actor, request)
    const results = await db.transaction((tx) => inviteRows(deps, tx, by, rows, language))
    outbox.wake()
    return { code: 200, msg: 'Success', data: invitationsFile.response.parse({ results }) }
  })
}
