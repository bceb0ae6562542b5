import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { PASSWORD } from '../server/test/builders.ts'
import {
  aDataDir,
  cleanUp,
  findPostgres,
  isAlive,
  queryAt,
  type Running,
  signInAt,
  start,
} from '../server/test/processes.ts'
import { compare, Journal } from './journal.ts'
import { Network } from './network.ts'
import { leftBehind, outage, readyAfter, stops } from './outage.ts'
import { useTable } from './table.ts'

// T132: the database is stopped, killed, or cut off by a network that says nothing, while clients write.

const ADMIN = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD }
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')
const SECONDS = Number(process.env.FAULTS_SECONDS ?? 15)

const line = useTable(`T132: a database that is away for ${SECONDS} seconds`)

const DATA_DIR = aDataDir()
let postgres: EmbeddedPostgres
let network: Network
let server: Running
let journal: Journal
let isOver = false
let writing: Promise<void>

beforeAll(async () => {
  postgres = await startEmbeddedPostgres(DATA_DIR)
  network = await Network.before(postgres.connection)
  const DATABASE_URL = `postgres://gatehouse@127.0.0.1:${network.port}/postgres`
  server = await start({ DATABASE_URL, MASTER_KEY, DATA_DIR: aDataDir(), ...ADMIN })
  const token = await signInAt(server, ADMIN.ADMIN_EMAIL, PASSWORD)
  journal = new Journal()
  writing = journal.writeTo(server, token, () => isOver)
  await sleep(1000)
})
afterEach(() => leftBehind(line, 'afterwards', postgres.connection))
afterAll(async () => {
  network.close()
  await postgres.stop()
  await cleanUp()
})

const away = (name: string, how: { begin: () => unknown; end: () => unknown }) =>
  outage(line, name, { journal, server, seconds: SECONDS }, how)

const startAgain = async () => {
  postgres = await startEmbeddedPostgres(DATA_DIR)
}

test('it is stopped and started again', () => away('stopped', { begin: () => postgres.stop(), end: startAgain }))

test('it is killed and started again', () =>
  away('killed', {
    begin: async () => {
      const pid = findPostgres(DATA_DIR)?.pid as number
      process.kill(pid, 'SIGKILL')
      while (isAlive(pid)) await sleep(20)
    },
    end: startAgain,
  }))

const lose = (loses: Network['loses']) => () => {
  network.loses = loses
}

test.each(['both', 'answers', 'requests'] as const)('what passes between them vanishes: %s', (what) =>
  away(`vanishing ${what}`, { begin: lose(what), end: lose('nothing') }),
)

test('open connections are forgotten, and new ones work', () =>
  away('forgotten', { begin: () => network.forgetOpen(), end: () => undefined }))

test('everything takes 300 ms longer', () =>
  away('slow', {
    begin: () => {
      network.delayMs = 300
    },
    end: () => {
      network.delayMs = 0
    },
  }))

test('and nothing that was acknowledged is lost', async () => {
  isOver = true
  await writing
  await signInAt(server, ADMIN.ADMIN_EMAIL, PASSWORD)
  const { lost, halves } = await compare(journal, (statement) => queryAt(postgres.connection, statement))
  line('acknowledged changes', journal.acknowledged, journal.acknowledged > 0)
  line('of them lost', lost.length, lost.length === 0)
  line('changes stored in part, or twice', halves.length, halves.length === 0)
  line('ready at the end', String(await readyAfter(server)), true)
  await stops(line, server)
})
