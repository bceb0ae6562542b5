import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, test } from 'vitest'
import { PASSWORD } from '../server/test/builders.ts'
import { aDataDir, cleanUp, findPostgres, query, signInAt, start } from '../server/test/processes.ts'
import { compare, Journal } from './journal.ts'
import { useTable } from './table.ts'
import { timesOf } from './times.ts'

// T130: the server, its database or both are killed at a random moment, again and again, while clients write.

const ADMIN = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD }
const ROUNDS = Number(process.env.FAULTS_ROUNDS ?? 50)
const VICTIMS = ['server', 'database', 'both'] as const

const line = useTable(`T130: kill -9 in ${ROUNDS} random places`)
afterAll(cleanUp)

test('every acknowledged change is there, and every other one is complete or absent', async () => {
  const DATA_DIR = aDataDir()
  const journal = new Journal()
  let server = await start({ DATA_DIR, ...ADMIN })
  const token = await signInAt(server, ADMIN.ADMIN_EMAIL, PASSWORD)
  const starts: number[] = []
  const endedByItself: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const victim = VICTIMS[round % VICTIMS.length] as (typeof VICTIMS)[number]
    let isOver = false
    const writing = journal.writeTo(server, token, () => isOver)
    await sleep(Math.random() * 1500)
    const database = findPostgres(DATA_DIR)?.pid
    if (victim !== 'server' && database !== undefined) process.kill(database, 'SIGKILL')
    // A server that has lost its database starts it again, or is killed while it does.
    if (victim === 'database') await sleep(Math.random() * 1500)
    const early = await Promise.race([server.exit, sleep(0, null)])
    if (early !== null) endedByItself.push(`round ${round}: ${JSON.stringify(early)} ${server.err()}`)
    server.kill('SIGKILL')
    isOver = true
    await Promise.all([writing, server.exit])
    const startedAt = performance.now()
    server = await start({ DATA_DIR })
    starts.push(performance.now() - startedAt)
  }
  const { lost, halves } = await compare(journal, (statement) => query(DATA_DIR, statement))
  line('acknowledged changes', journal.acknowledged, journal.acknowledged > ROUNDS)
  line('of them lost', lost.length, lost.length === 0)
  line('changes stored in part, or twice', halves.length, halves.length === 0)
  line('servers that ended by themselves', endedByItself.join('; ') || 0, endedByItself.length === 0)
  const { median, most } = timesOf(starts)
  line('next server ready after, median and most', `${median} and ${most} ms`, most < 60_000)
  server.kill('SIGTERM')
  const { code } = await server.exit
  line('the last server, asked to stop, ends with', String(code), code === 0)
})
