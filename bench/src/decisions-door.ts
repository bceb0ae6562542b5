import { decide, decideAll } from '@gatehouse/contract/approvals.ts'
import { applicationSecretHash } from '@gatehouse/server/src/access/application-secret.ts'
import type { Question } from '@gatehouse/server/src/approvals/read-question.ts'
import { readConfig } from '@gatehouse/server/src/config.ts'
import { newSecret } from '@gatehouse/server/src/crypto/secrets.ts'
import { openDatabase } from '@gatehouse/server/src/db/open.ts'
import { openKeyring } from '@gatehouse/server/src/keyring/open-keyring.ts'
import sql from 'sql-template-tag'
import { call } from './caller.ts'
import { basic } from './code-sign-in.ts'
import { BATCH, BATCHES, fill, makeMatrix, makePeople, readQuestions, SIZES, WARM_UP } from './decision-matrix.ts'
import { median, report } from './figures.ts'
import { type BenchServer, exactCpuMs, makeFolder, startServer } from './server.ts'

const PORT = 3970
const EVALUATIONS = '/access/v1/evaluations'

/** Decisions as applications ask for them: by HTTP with their credentials, of a server process of its own. */
async function main() {
  const folder = makeFolder()
  const masterKey = Buffer.alloc(32).toString('base64')
  const config = readConfig({ DATA_DIR: folder.path, MASTER_KEY: masterKey })
  const { db, close } = await openDatabase(config)
  let server: BenchServer | undefined
  try {
    const keys = await openKeyring(db, config)
    await makePeople(db)
    const asked = []
    for (const rows of SIZES) {
      const application = { id: await makeMatrix(db, rows), secret: newSecret() }
      const hash = applicationSecretHash(keys.applicationSecret, application.id, application.secret)
      await db.execute(sql`
        update applications set secret_hash = ${hash}, oauth_grants = '{client_credentials}' where id = ${application.id}`)
      asked.push({ rows, application, questions: await readQuestions(db, application.id) })
    }
    await fill(db, sql`analyze`)
    const { host, port, user, database } = db.pool.options
    const at = new URLSearchParams({ host: host ?? '', port: String(port) })
    const env = { DATABASE_URL: `postgres://${user}@/${database}?${at}`, MASTER_KEY: masterKey, DEMO: '0' }
    server = await startServer(folder.path, PORT, env)
    for (const { rows, application, questions } of asked) await measure(server, rows, basic(application), questions)
  } finally {
    await server?.stop()
    await close()
    folder.remove()
  }
}

type Call = { path: string; body: object }

async function measure(server: BenchServer, rows: number, headers: Record<string, string>, questions: Question[]) {
  const ask = ({ path, body }: Call) => call(server.origin, path, { headers, body })
  const singles = questions.map((body) => ({ path: decide.path, body }))
  const signed = questions.map((question) => ({ ...question, receipt: true }))
  const batch = questions.slice(0, BATCH)
  const evaluations = { path: EVALUATIONS, body: { evaluations: batch.map(toEvaluation) } }
  for (let run = 0; run < WARM_UP; run++) await ask(singles[run % singles.length] as Call)

  const times = (one: Call) => Array.from({ length: BATCHES }, () => one)
  const figures: [what: string, calls: Call[], budget?: number][] = [
    ['a decision', singles, 1],
    ['a decision with a receipt', signed.map((body) => ({ path: decide.path, body }))],
    [`a batch of ${BATCH}`, times({ path: decideAll.path, body: { questions: batch } }), 50],
    [`${BATCH} evaluations of AuthZEN`, times(evaluations), 50],
    [`a batch of ${BATCH} with receipts`, times({ path: decideAll.path, body: { questions: signed.slice(0, BATCH) } })],
  ]
  for (const [what, calls, budget] of figures) {
    const waited: number[] = []
    const before = exactCpuMs(server.pid)
    for (const one of calls) {
      const startedAt = performance.now()
      await ask(one)
      waited.push(performance.now() - startedAt)
    }
    const cpu = (exactCpuMs(server.pid) - before) / calls.length
    const p99 = waited.toSorted((a, b) => a - b)[Math.floor(waited.length * 0.99)] as number
    report(`${rows} rows: ${what}, CPU of the server`, cpu, 'ms', budget)
    report(`${rows} rows: ${what}, answer, median`, median(waited), 'ms')
    report(`${rows} rows: ${what}, answer, p99`, p99, 'ms')
  }
}

/** The same question in the words of AuthZEN. */
const toEvaluation = ({ person, client, page, action, amount, region }: Question) => ({
  subject: { type: 'user', id: person },
  action: { name: action.toLowerCase().replaceAll(' ', '_') },
  resource: { type: 'page', id: page, properties: { client, amount, region, created_by: null } },
})

await main()
