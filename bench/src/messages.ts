import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { readConfig } from '@gatehouse/server/src/config.ts'
import { newId } from '@gatehouse/server/src/crypto/ids.ts'
import type { Db } from '@gatehouse/server/src/db/database.ts'
import { openDatabase } from '@gatehouse/server/src/db/open.ts'
import type { Deps } from '@gatehouse/server/src/deps.ts'
import { openKeyring } from '@gatehouse/server/src/keyring/open-keyring.ts'
import { makeLog } from '@gatehouse/server/src/log.ts'
import { makeDeps } from '@gatehouse/server/src/make-deps.ts'
import { smtpChannel } from '@gatehouse/server/src/notifications/channels/smtp.ts'
import { notify } from '@gatehouse/server/src/notifications/notify.ts'
import sql from 'sql-template-tag'
import { makeFolder } from './server.ts'
import type { SinkCounts, SinkPorts } from './sinks.ts'

const COUNT = Number(process.env.BENCH_MESSAGES ?? 3000)
const BUDGET = 200

/** Messages a second, from the outbox to a mail server and an SMS gateway that are as fast as this machine. */
async function main() {
  const folder = makeFolder()
  const sinks = new Worker(new URL('./sinks.ts', import.meta.url))
  const [ports] = (await once(sinks, 'message')) as [SinkPorts]
  const config = {
    ...readConfig({ DATA_DIR: folder.path, MASTER_KEY: Buffer.alloc(32).toString('base64') }),
    outboundAllow: ['127.0.0.1'],
  }
  const { db, close } = await openDatabase(config)
  const own = smtpChannel(`smtp://127.0.0.1:${ports.mail}`, config.mailFrom, config.publicUrl.hostname, config)
  const deps = makeDeps(db, config, await openKeyring(db, config), makeLog('silent'), { email: own })
  try {
    const [alive, stuck] = [await aPerson(db, ''), await aPerson(db, '9876543210')]
    deps.outbox.start()

    await write(deps, alive, COUNT)
    report('email alone', await untilSent(deps, COUNT), 'a second')

    await aGateway(db, ports.sms, 'alive')
    await write(deps, stuck, COUNT)
    report('email and SMS', await untilSent(deps, 2 * COUNT), 'a second')

    await db.execute(
      sql`update sms_configurations set url = ${`http://127.0.0.1:${ports.dead}/`}, version = version + 1`,
    )
    await write(deps, stuck, COUNT)
    report('email, beside an SMS gateway that never answers', await untilSent(deps, COUNT, 'email'), 'a second')

    sinks.postMessage('count')
    const [got] = (await once(sinks, 'message')) as [SinkCounts]
    const total = got.mail + got.sms
    if (total !== 4 * COUNT || got.ids !== total) throw new Error(`${total} arrived, ${got.ids} of them different`)
    process.stdout.write(`${total} messages, none lost, none twice\n`)
  } finally {
    await Promise.race([deps.outbox.stop(), sleep(6000)])
    await close()
    await sinks.terminate()
    folder.remove()
  }
}

/** Written while nothing is due, so that only sending is measured. */
async function write(deps: Deps, userId: string, count: number) {
  await deps.db.transaction(async (tx) => {
    const values = { code: '482913' }
    for (let number = 0; number < count; number++) await notify(deps, tx, 'login-otp', userId, { minutes: 60, values })
  })
}

async function untilSent({ db, outbox }: Deps, count: number, channel = '%'): Promise<number> {
  const startedAt = performance.now()
  outbox.wake()
  for (;;) {
    const { rows } = await db.execute<{ left: number }>(
      sql`select count(*)::int as left from messages where state = 'waiting' and channel like ${channel}`,
    )
    if (rows[0]?.left === 0) return (count / (performance.now() - startedAt)) * 1000
    await sleep(20)
  }
}

async function aPerson(db: Db, phoneNumber: string): Promise<string> {
  const id = newId()
  await db.execute(sql`
    insert into users (id, email, user_name, first_name, last_name, phone_number, phone_verified_at)
    values (${id}, ${`${id}@example.com`}, ${id}, 'Asha', 'Rao', ${phoneNumber}, now())`)
  return id
}

async function aGateway(db: Db, port: number, name: string) {
  const attributes = {
    message: 'text',
    mobileNo: 'to',
    userName: '',
    password: '',
    senderId: '',
    countryCode: '',
    apiCode: '',
  }
  await db.execute(sql`
    insert into sms_configurations (id, provider_name, url, gateway_id, gateway_name, user_name, sender_id, country_code, attributes, default_no, entity_id)
    values (${newId()}, ${name}, ${`http://127.0.0.1:${port}/`}, 'g', 'g', 'u', 's', '91', ${JSON.stringify(attributes)}, '1', 'e')`)
}

function report(what: string, value: number, unit: string) {
  const verdict = value >= BUDGET ? `(at least ${BUDGET})` : `(below ${BUDGET})`
  process.stdout.write(`${what.padEnd(50)} ${value.toFixed(0).padStart(6)} ${unit}  ${verdict}\n`)
}

await main()
