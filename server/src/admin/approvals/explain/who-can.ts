import { Readable } from 'node:stream'
import { ROLE_ACTIONS } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { listWhoCan, type SomeoneWhoCan, whoCanFile } from '@gatehouse/contract/admin/approvals/explain-page.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { COUNTED_MAX_ROWS, DEFAULT_PAGE_SIZE } from '@gatehouse/contract/paging.ts'
import type { FastifyInstance } from 'fastify'
import { readLadder } from '../../../approvals/decide.ts'
import { fulfils } from '../../../approvals/matrix.ts'
import { recordAudit } from '../../../audit/record-audit.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { BYTE_ORDER_MARK, csvHeaders, csvLine } from '../../../http/csv.ts'
import { parseInput } from '../../../http/parse-input.ts'
import { authoriseCaller, route } from '../../../http/route.ts'
import type { Caller } from '../../../identity/actor.ts'
import { requireStillAllowed, whileAllowed } from '../../engine/guard/while-allowed.ts'
import { readsPeople } from '../../engine/store.ts'
import { readCaseMatrix } from './case-matrix.ts'
import { readPage } from './explain-page.ts'
import { countWhoCan, listPeople, type Position, type Wanted } from './people-who-can.ts'
import { questionOf } from './question-of.ts'

type Asked = Omit<Input<typeof listWhoCan>, 'page' | 'pageSize'>

const ROWS_A_QUERY = 500
const HEADINGS = ['Person', 'Role', 'Action', 'Sequence', 'Stands in for', 'From', 'Until', 'Given by', 'Given at']

/** Everyone who may act on a document, or use a page: a page at a time, or as a file. */
export function serveWhoCan(app: FastifyInstance, deps: Deps) {
  route(app, listWhoCan, async ({ input: { page = 0, pageSize = DEFAULT_PAGE_SIZE, ...asked }, actor }) => {
    const wanted = await readWanted(deps, asked, actor)
    const [rows, total] = await Promise.all([
      listPeople(deps.db, wanted, { offset: page * pageSize, limit: pageSize, maySeeAudit: seesAudit(actor) }),
      countWhoCan(deps.db, wanted),
    ])
    return { rows, total, isEstimate: total > COUNTED_MAX_ROWS }
  })

  app.get(whoCanFile.path, async (request, reply) => {
    const actor = await authoriseCaller(whoCanFile, app.edge, request)
    const filter = parseInput(whoCanFile.request, request.query)
    const wanted = await readWanted(deps, filter, actor)
    const { userId: actorId, sessionId } = actor
    await recordAudit(deps.db, { event: 'users.exported', actorId, sessionId, ip: request.ip, detail: { filter } })
    const lines = whileAllowed(linesOf(deps, wanted, seesAudit(actor)), () =>
      requireStillAllowed(deps.db, actor, whoCanFile.access, 'users:read'),
    )
    return reply.headers(csvHeaders(whoCanFile.name)).send(Readable.from(lines))
  })
}

const seesAudit = ({ permissions }: Caller) => permissions.includes('audit:read')

/** @throws AppError not_allowed for callers who may not see people; not_found */
async function readWanted(deps: Deps, asked: Asked, actor: Caller): Promise<Wanted> {
  if (!readsPeople(actor)) throw new AppError('not_allowed')
  const { applicationId, clientId, amount } = asked
  const place = { applicationId, clientId }
  if (amount !== undefined) return { ...place, ...(await rolesOfDocument(deps, { ...asked, amount })) }
  const { reasons, roles } = await readPage(deps.db, asked)
  const having = reasons.length > 0 ? [] : roles
  return { ...place, roles: having.map(({ name }) => ({ role: name, action: '', sequence: null })), lentIn: null }
}

/** The roles that act on a new document, creators first, and where what others lend counts. */
async function rolesOfDocument(
  deps: Deps,
  asked: Asked & { amount: string },
): Promise<Pick<Wanted, 'roles' | 'lentIn'>> {
  const { applicationId, clientId, action, region = 'Panindia' } = asked
  const { matrix, facts, at } = await readCaseMatrix(deps, { userId: null, client: clientId }, asked)
  const question = questionOf({ ...asked, region }, null)
  const creation = readLadder(matrix, { ...question, action: 'Creator' }, facts)
  const ladder = readLadder(matrix, question, facts)
  if (Array.isArray(ladder) || Array.isArray(creation)) return { roles: [], lentIn: null }
  const acting = [...creation.acting, ...ladder.needed.flatMap(({ rules }) => rules)]
  return {
    roles: acting.filter(
      (rule) => action === undefined || ROLE_ACTIONS.some((one) => one === action && fulfils(rule, one)),
    ),
    // What is lent is judged at the moment of a decision only.
    lentIn: at === null ? { applicationId, ...ladder.where, at: ladder.asked.case } : null,
  }
}

async function* linesOf({ db }: Deps, wanted: Wanted, maySeeAudit: boolean): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADINGS)
  let after: Position | undefined
  for (;;) {
    const rows = await listPeople(db, wanted, { ...(after && { after }), limit: ROWS_A_QUERY, maySeeAudit })
    yield rows.map(lineOf).join('')
    if (rows.length < ROWS_A_QUERY) return
    after = rows.at(-1)?.position
  }
}

const lineOf = ({ person, role, action, sequence, onBehalfOf, since, until, granted }: SomeoneWhoCan) =>
  csvLine([
    ...[person.name, role, action, sequence ?? '', onBehalfOf?.name ?? ''],
    ...[since, until ?? '', granted.by, granted.at],
  ])
