import type { Matching } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { LOSSES_MAX, leaversFile, listLosses, listLossesOf } from '@gatehouse/contract/admin/jobs/leavers.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Db } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { parseInput } from '../../../http/parse-input.ts'
import { route } from '../../../http/route.ts'
import { receiveForm } from '../../../http/upload.ts'
import type { Caller } from '../../../identity/actor.ts'
import { normaliseIdentifier } from '../../../identity/identifiers.ts'
import { byOf } from '../../engine/resource.ts'
import { visibleUses } from '../../engine/visible-uses.ts'
import { requireDayToCome } from '../../people/last-day/last-day.ts'
import { usesOfPeople } from '../../people/uses/uses-of-person.ts'
import { type ReadRow, readCsv } from '../csv/read-csv.ts'
import { insertFileJob } from '../import-route.ts'
import { whereMatching } from '../matching.ts'
import { readUpload } from '../read-upload.ts'
import { requireOwn } from '../routes.ts'

/** Accepts a list of people who leave (ADR 0084). A job does a dry run, as for a file to import. */
export function serveLeavers(app: FastifyInstance, { db, config }: Deps) {
  app.post(leaversFile.path, async (request) => {
    const { actor, form } = await receiveForm(leaversFile, app.edge, request, async () => {
      const asked = parseInput(leaversFile.request, request.query)
      return { ...asked, ...(await readCsv('leavers', await readUpload(request, leaversFile.field))) }
    })
    const { lastDay, isTyped = false, rows, guess } = form
    await requireDayToCome(db, lastDay, config.timeZone)
    const by = byOf(actor, request)
    const input = { ip: by.ip, isDryRun: true, lastDay, ...(isTyped ? {} : { file: guess }) }
    const data = await insertFileJob(db, by, { kind: 'leave', input, rows: isTyped ? rows.map(counted) : rows })
    return { code: 200, msg: 'Success', data: leaversFile.response.parse(data) }
  })
}

/** The first line of the file was not typed by anybody. */
const counted = (row: ReadRow): ReadRow => ({ ...row, input: { ...row.input, line: row.number } })

/** What goes with the leavers of a job, all together. */
export function serveLosses(app: FastifyInstance, deps: Deps) {
  const { db } = deps
  route(app, listLosses, async ({ input: { id }, actor }) => {
    await requireOwn(db, actor.userId, id)
    return visibleUses(await usesOfPeople(deps, db, await leaversOf(db, id)), actor)
  })
  route(app, listLossesOf, async ({ input: { ids, matching }, actor }) => {
    if ((ids === undefined) === (matching === undefined))
      throw new AppError('invalid_request', { msg: 'Choose a person' })
    const people = matching === undefined ? (ids ?? []) : await idsOf(db, matching, actor)
    if (people.length > LOSSES_MAX) throw new AppError('invalid_request', { msg: TOO_MANY })
    return visibleUses(await usesOfPeople(deps, db, people), actor)
  })
}

/** The people of a list of leavers, or those whom an import of people deactivates or gives a last day. */
async function leaversOf(db: Db, jobId: string): Promise<string[]> {
  const { rows: named } = await db.execute<{ name: string }>(sql`
    select i.input->>'email' as name from job_items i join jobs j on j.id = i.job_id
    where i.job_id = ${jobId} and i.state in ('waiting', 'done') and i.input ? 'email' and (j.kind = 'leave'
      or i.input->>'effect' = 'changed'
        and (upper(trim(i.input->>'status')) = 'INACTIVE' or trim(coalesce(i.input->>'lastDay', '')) <> ''))`)
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct i.user_id as id from user_identifiers i join users u on u.id = i.user_id and u.is_active
    where i.value = any(${named.map(({ name }) => normaliseIdentifier(name))}::text[])`)
  return rows.map(({ id }) => id)
}

const TOO_MANY = 'What is lost is listed for at most 20,000 people together.'

async function idsOf(db: Db, matching: Matching, by: Caller): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select t.id ${whereMatching(matching, by)} limit ${LOSSES_MAX + 1}`,
  )
  return rows.map(({ id }) => id)
}
