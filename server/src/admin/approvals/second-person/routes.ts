import * as calls from '@gatehouse/contract/admin/approvals/second-person.ts'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { route } from '../../../http/route.ts'
import { askForDraft, askToStop, startSecondPerson } from './ask.ts'
import { confirm, sendBack, withdraw } from './decide.ts'
import { asksSecondPerson, readRequest } from './requests.ts'

/** The second person who confirms what counts in a matrix of approvals (ADR 0099). */
export function serveSecondPerson(app: FastifyInstance, deps: Deps) {
  const { db, outbox } = deps
  const inTransaction = async (work: (tx: Tx) => Promise<void>) => {
    await db.transaction(work)
    outbox.wake()
    return {}
  }

  route(app, calls.readSecondPerson, async ({ input: { applicationId }, actor }) => ({
    asksSecondPerson: await asksSecondPerson(db, applicationId),
    request: await readRequest(db, { applicationId }, actor),
  }))
  route(app, calls.askSecondPerson, ({ input, actor, request: { ip } }) =>
    inTransaction((tx) => startSecondPerson(tx, { person: actor, ip }, input)),
  )
  route(app, calls.askToStopSecondPerson, ({ input, actor, request: { ip } }) =>
    inTransaction((tx) => askToStop(deps, tx, { person: actor, ip }, input)),
  )
  route(app, calls.askToPublish, ({ input, actor, request: { ip } }) =>
    inTransaction((tx) => askForDraft(deps, tx, { person: actor, ip }, input)),
  )
  route(app, calls.confirmPublishing, ({ input, actor, request: { ip } }) =>
    inTransaction((tx) => confirm(deps, tx, { person: actor, ip }, input)),
  )
  route(app, calls.sendBackPublishing, ({ input, actor, request: { ip } }) =>
    inTransaction((tx) => sendBack(deps, tx, { person: actor, ip }, input)),
  )
  route(app, calls.withdrawPublishing, ({ input, actor, request: { ip } }) =>
    inTransaction((tx) => withdraw(tx, { person: actor, ip }, input)),
  )
}
