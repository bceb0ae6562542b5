import {
  PREVIEWED_CLIENTS_MAX,
  type PreviewedClient,
  previewRequestSteps,
} from '@gatehouse/contract/admin/applications/request-steps.ts'
import type { FastifyInstance } from 'fastify'
import sql, { raw } from 'sql-template-tag'
import { isActive } from '../../access/launch-rule.ts'
import { readLadder } from '../../approvals/decide.ts'
import { isApproving, leastOf } from '../../approvals/steps.ts'
import { ACCESS_CASE } from '../../decisions/access-case.ts'
import { peopleOfWantedRole } from '../../decisions/people-of-roles.ts'
import { readTogether } from '../../decisions/read-together.ts'
import type { Deps } from '../../deps.ts'
import { route } from '../../http/route.ts'

type Client = { _id: string; name: string }

/** What the approvals of a page would ask for about a request, for the form of an application. */
export function serveRequestSteps(app: FastifyInstance, deps: Deps) {
  route(app, previewRequestSteps, async ({ input: { applicationId, pageId } }) => {
    const { rows } = await deps.db.execute<Client>(sql`
      select c.id as "_id", c.display_name as name from clients c
      where ${raw(isActive('c'))} and exists (select from application_roles x
        where x.application_id = ${applicationId} and x.client_id = c.id and x.deleted_at is null)
      order by lower(c.display_name), c.id limit ${PREVIEWED_CLIENTS_MAX + 1}`)
    const shown = rows.slice(0, PREVIEWED_CLIENTS_MAX)
    const clients = await preview(deps, applicationId, pageId, shown)
    return { clients, hasMore: rows.length > shown.length }
  })
}

async function preview(deps: Deps, applicationId: string, pageId: string, clients: Client[]) {
  if (clients.length === 0) return []
  const about = clients.map(({ _id }) => ({ userId: null, client: _id }))
  const { matrix, snapshot } = await readTogether(deps, applicationId, about)
  const ladders = clients.map(({ _id }, index) => {
    const question = { ...ACCESS_CASE, person: '', action: 'Approval', client: _id, page: pageId, createdBy: null }
    const facts = snapshot.facts[index]
    return facts === undefined ? [] : readLadder(matrix, { ...question, approvals: [] }, facts)
  })
  const steps = ladders.map((ladder) => (Array.isArray(ladder) || !ladder.steps.some(isApproving) ? [] : ladder.steps))
  const wanted = steps.flatMap((ofClient, index) =>
    ofClient.flatMap(({ rules }) =>
      rules.map(({ role }) => ({ client: clients[index]?._id, role: role.toLowerCase() })),
    ),
  )
  const { rows } = await deps.db.execute<{ client: string; role: string; people: number }>(sql`
    select wanted.client, wanted.role, (select count(*)::int from (
      select 1 from ${peopleOfWantedRole(applicationId, raw('wanted.client'))} limit 100) counted) as people
    from (select distinct client, role from json_to_recordset(${JSON.stringify(wanted)}::json) as w(client uuid, role text)) wanted`)
  const counts = new Map(rows.map(({ client, role, people }) => [`${client} ${role}`, people]))
  return clients.map(({ _id, name }, index): PreviewedClient => {
    const ofClient = (steps[index] ?? []).map((step) => ({
      roles: step.rules.map(({ role }) => ({ name: role, people: counts.get(`${_id} ${role.toLowerCase()}`) ?? 0 })),
      isOneEnough: step.needs === 'one-of',
      needed: leastOf(step),
    }))
    const isPlaced = !Array.isArray(ladders[index])
    return { _id, name, steps: ofClient, problem: isPlaced ? problemOf(ofClient) : 'place' }
  })
}

function problemOf(steps: PreviewedClient['steps']): PreviewedClient['problem'] {
  if (steps.length === 0) return 'steps'
  const isUnfilled = ({ roles, needed }: PreviewedClient['steps'][number]) =>
    roles.filter(({ people }) => people > 0).length < needed
  return steps.some(isUnfilled) ? 'people' : null
}
