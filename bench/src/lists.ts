import type { ListQuery } from '@gatehouse/contract/paging.ts'
import { usersStore } from '@gatehouse/server/src/admin/people/store.ts'
import { readConfig } from '@gatehouse/server/src/config.ts'
import { openDatabase } from '@gatehouse/server/src/db/open.ts'
import type { Person } from '@gatehouse/server/src/identity/actor.ts'
import { openKeyring } from '@gatehouse/server/src/keyring/open-keyring.ts'
import { makeLog } from '@gatehouse/server/src/log.ts'
import { makeDeps } from '@gatehouse/server/src/make-deps.ts'
import sql from 'sql-template-tag'
import { CROWD, crowdFolder, makeCrowd } from './crowd.ts'

const RUNS = Number(process.env.BENCH_RUNS ?? 200)
const WARM_UP = 20
const BUDGET_MS = 10

const FIELDS = ['firstName', 'lastName', 'phoneNumber', 'email', 'userName', 'status'] as const

const QUERIES: [string, ListQuery][] = [
  ['first page', {}],
  ['last page', { page: -1 }],
  ['page 1000', { page: 999 }],
  ...[...FIELDS, 'assignedApps'].flatMap((sort): [string, ListQuery][] => [
    [`by ${sort}`, { sort }],
    [`by ${sort}, descending`, { sort, order: 'desc' }],
    [`by ${sort}, last page`, { sort, page: -1 }],
  ]),
  ['first name holds "sha"', { field: 'firstName', search: 'sha' }],
  ['first name holds "sha", by last name', { field: 'firstName', search: 'sha', sort: 'lastName' }],
  ['first name holds "q" (nobody)', { field: 'firstName', search: 'q' }],
  ['last name holds "xavierpi" (rare)', { field: 'lastName', search: 'xavierpi', sort: 'firstName' }],
  ['last name holds "xa" (rare)', { field: 'lastName', search: 'xa', sort: 'firstName' }],
  ['last name holds "an" (frequent)', { field: 'lastName', search: 'an', sort: 'email' }],
  ['phone holds "77321"', { field: 'phoneNumber', search: '77321' }],
  ['email holds "partner" (a quarter)', { field: 'email', search: 'partner', sort: 'userName' }],
  ['email holds a name', { field: 'email', search: 'pula.desa' }],
  ['email, exact', { field: 'email', search: 'EXACT' }],
  ['user name holds "kuma"', { field: 'userName', search: 'kuma', sort: 'lastName' }],
  ['user name holds "98765"', { field: 'userName', search: '98765', sort: 'lastName' }],
  ['status INACTIVE', { field: 'status', search: 'INACTIVE' }],
  ['status INACTIVE, last page by email', { field: 'status', search: 'INACTIVE', sort: 'email', page: -1 }],
  ['anything: "pula desa"', { field: 'any', search: 'pula desa' }],
  ['anything: "desa pula", by last name', { field: 'any', search: 'desa pula', sort: 'lastName' }],
  ['anything: "sha" (frequent)', { field: 'any', search: 'sha', sort: 'lastName' }],
  ['anything: "kuma"', { field: 'any', search: 'kuma', sort: 'lastName' }],
  ['anything: "xavierpi" (rare)', { field: 'any', search: 'xavierpi', sort: 'firstName' }],
  ['anything: "q" (nobody)', { field: 'any', search: 'q' }],
  ['anything: "pu"', { field: 'any', search: 'pu', sort: 'lastName' }],
  ['anything: an email', { field: 'any', search: 'EXACT' }],
  ['anything: "+91 76543 21"', { field: 'any', search: '+91 76543 21' }],
  ['anything: nothing found', { field: 'any', search: 'nobody has this' }],
  ['nothing found', { field: 'email', search: 'nobody-has-this' }],
]

/** The lists of the console with a million people: the page with its total, over the socket. */
async function main() {
  const folder = crowdFolder()
  const config = readConfig({ DATA_DIR: folder.path, MASTER_KEY: Buffer.alloc(32).toString('base64') })
  const { db, close } = await openDatabase(config)
  try {
    if (!folder.isFilled) await makeCrowd(db, say)
    const store = usersStore(
      makeDeps(db, config, await openKeyring(db, config), makeLog('silent'), {
        email: () => Promise.reject(new Error('nobody is notified')),
      }),
    )
    const { rows } = await db.execute<{ email: string }>(
      sql`select email from users offset ${Math.floor(CROWD.people / 3)} limit 1`,
    )
    say(`${''.padEnd(44)} ${['p50', 'p99', 'max'].map((head) => head.padStart(8)).join('')}   rows`)
    for (const [name, query] of QUERIES) {
      const asked = query.search === 'EXACT' ? { ...query, search: rows[0]?.email ?? '' } : query
      await measure(name, () => store.listPage(db, asked, ADMINISTRATOR))
    }
  } finally {
    await close()
    folder.remove()
  }
}

const ADMINISTRATOR = { userId: '', permissions: ['users:read'] } as unknown as Person

async function measure(name: string, list: () => ReturnType<ReturnType<typeof usersStore>['listPage']>) {
  for (let i = 0; i < WARM_UP; i++) await list()
  const times: number[] = []
  let total = ''
  for (let i = 0; i < RUNS; i++) {
    const startedAt = performance.now()
    const page = await list()
    times.push(performance.now() - startedAt)
    total = `${page.isEstimate ? 'about ' : ''}${page.total}`
  }
  times.sort((a, b) => a - b)
  const figures = [0.5, 0.99, 1].map((part) => times[Math.min(RUNS - 1, Math.floor(RUNS * part))] as number)
  const verdict = (figures[1] as number) > BUDGET_MS ? `  over the budget of ${BUDGET_MS} ms` : ''
  say(`${name.padEnd(44)} ${figures.map((figure) => figure.toFixed(2).padStart(8)).join('')}   ${total}${verdict}`)
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}

await main()
