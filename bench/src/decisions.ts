import { setTimeout as sleep } from 'node:timers/promises'
import v8 from 'node:v8'
import vm from 'node:vm'
import { lintApprovals } from '@gatehouse/server/src/admin/approvals/lint-approvals.ts'
import type { Question } from '@gatehouse/server/src/approvals/read-question.ts'
import { readConfig } from '@gatehouse/server/src/config.ts'
import { openDatabase } from '@gatehouse/server/src/db/open.ts'
import { answerQuestions, type DecisionDeps } from '@gatehouse/server/src/decisions/answer-questions.ts'
import { type DecisionLog, makeDecisionLog } from '@gatehouse/server/src/decisions/log/decision-log.ts'
import { MATRICES_BYTES_MAX, makeMatrices } from '@gatehouse/server/src/decisions/matrices.ts'
import { readMatrix } from '@gatehouse/server/src/decisions/read-matrix.ts'
import { makeSubjects } from '@gatehouse/server/src/decisions/subjects.ts'
import { openKeyring } from '@gatehouse/server/src/keyring/open-keyring.ts'
import { makeSigningKeys } from '@gatehouse/server/src/keyring/signing-keys.ts'
import { makeLog } from '@gatehouse/server/src/log.ts'
import sql from 'sql-template-tag'
import {
  BATCH,
  BATCHES,
  CLIENTS,
  fill,
  makeMatrix,
  makePeople,
  PEOPLE,
  readQuestions,
  SIZES,
  WARM_UP,
} from './decision-matrix.ts'
import { median, report } from './figures.ts'
import { cpuMs, makeFolder } from './server.ts'

type Measured = DecisionDeps & { decisionLog: Pick<DecisionLog, 'flush'> }

/** Figures of single questions and batches; the CPU of the log, which is written beside the answers, is a part of theirs. */
async function measure(deps: Measured, applicationId: string, questions: Question[]) {
  const ask = (some: Question[]) => answerQuestions(deps, applicationId, some)
  const loadedAt = performance.now()
  await ask(questions.slice(0, 1))
  const loadMs = performance.now() - loadedAt
  for (let run = 0; run < WARM_UP; run++) await ask([questions[run % questions.length] as Question])
  const singles: number[] = []
  const before = cpuMs('/proc/self')
  for (const question of questions) {
    const startedAt = performance.now()
    await ask([question])
    singles.push(performance.now() - startedAt)
  }
  await deps.decisionLog.flush()
  const cpu = (cpuMs('/proc/self') - before) / questions.length
  const batches: number[] = []
  for (let run = 0; run < BATCHES; run++) {
    const startedAt = performance.now()
    await ask(questions.slice(0, BATCH))
    batches.push(performance.now() - startedAt)
    await deps.decisionLog.flush()
  }
  return { loadMs, cpu, singles: singles.toSorted((a, b) => a - b), batches }
}

/** The check of the whole matrix, client by client, without reading. */
async function checkMs({ db, config }: DecisionDeps, applicationId: string): Promise<number> {
  const matrix = await readMatrix(db, applicationId, config.timeZone)
  const { rows } = await db.execute<{ id: string }>(sql`select id from clients`)
  const startedAt = performance.now()
  for (const { id } of rows) await lintApprovals({ matrix, clientId: id, now: Date.now() })
  return performance.now() - startedAt
}

v8.setFlagsFromString('--expose-gc')
const collectGarbage = vm.runInNewContext('gc') as () => void

async function memoryBytes(): Promise<number> {
  // What ends with the answer of the database has its turn first.
  for (let turn = 0; turn < 3; turn++) {
    await sleep(100)
    collectGarbage()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** What one compiled matrix takes, and what all of them take when more are asked for than a server keeps. */
async function measureMemory({ db, config }: DecisionDeps, applicationId: string, rows: number) {
  const before = await memoryBytes()
  const matrices = makeMatrices(db, config.timeZone)
  const { bytes, version } = await matrices.notBefore(applicationId, 0)
  report(`${rows} rows: compiled matrix in memory`, ((await memoryBytes()) - before) / 1e6, 'MB', bytes / 1e6)
  // Each version is a matrix of its own: the history has this one under its number alone, and others are as large.
  const wanted = Math.ceil((2 * MATRICES_BYTES_MAX) / bytes)
  await fill(
    db,
    sql`insert into approval_versions (application_id, version, published_at)
      select ${applicationId}, ${version}::bigint + n, now() + n * interval '1 second' from generate_series(1, ${wanted}::int) n`,
  )
  for (let ahead = 1; ahead <= wanted; ahead++) await matrices.ofVersion(applicationId, version + ahead)
  const all = (await memoryBytes()) - before
  // Used here, so that it is not collected before.
  await matrices.notBefore(applicationId, 0)
  report(`${wanted} matrices of ${rows} rows asked for: those kept in memory`, all / 1e6, 'MB', 100)
}

async function main() {
  const folder = makeFolder()
  const config = readConfig({
    DATA_DIR: folder.path,
    MASTER_KEY: Buffer.alloc(32).toString('base64'),
    DECISIONS_KEEP_DAYS: process.env.DECISIONS_KEEP_DAYS,
  })
  const { db, close } = await openDatabase(config)
  try {
    const keys = await openKeyring(db, config)
    await makePeople(db)
    const decisionLog = makeDecisionLog({ db, config, log: makeLog('silent'), outbox: { wake: () => undefined } })
    decisionLog.start()
    const signingKeys = makeSigningKeys(db, keys.seal)
    const deps = {
      db,
      config,
      keys,
      signingKeys,
      decisionLog,
      matrices: makeMatrices(db, config.timeZone),
      subjects: makeSubjects({ db, keys }),
    }
    for (const rows of SIZES) {
      const applicationId = await makeMatrix(db, rows)
      await fill(db, sql`analyze`)
      const questions = await readQuestions(db, applicationId)
      const { loadMs, cpu, singles, batches } = await measure(deps, applicationId, questions)
      const p99 = singles[Math.floor(singles.length * 0.99)] as number
      const lent = await measure(deps, applicationId, await readQuestions(db, applicationId, true))
      const signed = await measure(
        deps,
        applicationId,
        questions.map((question) => ({ ...question, receipt: true })),
      )
      report(`${rows} rows, ${PEOPLE} people: one decision, CPU of the server`, cpu, 'ms', 1)
      report(`${rows} rows: one decision of a stand-in, CPU of the server`, lent.cpu, 'ms', 1)
      report(`${rows} rows: one decision with a receipt, CPU of the server`, signed.cpu, 'ms', 1)
      report(`${rows} rows: one decision with database, median`, median(singles), 'ms')
      report(`${rows} rows: one decision of a stand-in with database, median`, median(lent.singles), 'ms')
      report(`${rows} rows: one decision with database, p99`, p99, 'ms', 5)
      report(`${rows} rows: a batch of ${BATCH}`, median(batches), 'ms', 50)
      report(`${rows} rows: a batch of ${BATCH} of stand-ins`, median(lent.batches), 'ms', 50)
      report(`${rows} rows: a batch of ${BATCH} with receipts`, median(signed.batches), 'ms', 50)
      if (rows >= 2000) await measureMemory(deps, applicationId, rows)
      report(`${rows} rows: check of all ${CLIENTS} clients`, await checkMs(deps, applicationId), 'ms', 1000)
      process.stdout.write(`${rows} rows: read and compiled in ${loadMs.toFixed(0)} ms\n`)
    }
  } finally {
    await close()
    folder.remove()
  }
}

await main()
