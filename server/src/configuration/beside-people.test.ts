import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setFavourite } from '@gatehouse/contract/launch.ts'
import sql from 'sql-template-tag'
import { describe, expect, onTestFinished, test } from 'vitest'
import { anAddress, launch, signIn, someoneWithAccess } from '../../test/builders.ts'
import { aFolder } from '../../test/folders.ts'
import { environmentOf, runGatehouse, startGatehouse } from '../../test/gatehouse.ts'
import { untilWaiting } from '../../test/lock-waits.ts'
import { useTestServer } from '../../test/server.ts'
import { newId } from '../crypto/ids.ts'

const FOLDER = aFolder()
const DATA = aFolder()
const server = useTestServer()

const environment = () => environmentOf(server, DATA)
const reference = (to: string) => `$\{${to}}`

function keep(name: string, content: string): string {
  const file = join(FOLDER, name)
  writeFileSync(file, content)
  return file
}

/** Stops a plan when it has tried everything but the last record of its file, which is named Late. */
async function planUntilLate(file: string) {
  const creating = await server.db.pool.connect()
  try {
    await creating.query('begin')
    await creating.query("insert into service_accounts (id, name, status) values ($1, 'Late', 'ACTIVE')", [newId()])
    const child = startGatehouse(['config', 'plan', file], environment())
    onTestFinished(() => void child.kill('SIGKILL'))
    const said = Promise.all([text(child.stdout), text(child.stderr)])
    await Promise.race([untilWaiting(server, 1), said.then((words) => expect(words).toBe('a plan that waits'))])
    child.kill('SIGSTOP')
    const end = async () => {
      child.kill('SIGCONT')
      const [out, err] = await said
      return { out, err }
    }
    return { end }
  } finally {
    await creating.query('rollback')
    creating.release()
    await untilWaiting(server, 0)
  }
}

const LATE = 'serviceAccounts:\n  - {name: Late, permissions: ["clients:read"], status: ACTIVE}\n'

describe('while a plan is made', () => {
  test('people sign in and open applications, also those that the file changes, and their owners', async () => {
    const owner = await someoneWithAccess(server)
    const { application, client, person, visitor } = owner
    await server.db.execute(
      sql`insert into application_owners (application_id, user_id) values (${application.id}, ${person.id})`,
    )
    const { out: exported } = await runGatehouse(['config', 'export'], environment())
    const changed = exported
      .replace('summary: What it is for', 'summary: Something else')
      .replace(`displayName: ${client.actualName}`, 'displayName: Another name')
      .replace('serviceAccounts: []\n', LATE)
    expect(changed).toContain(`- ${person.email}\n`)
    const { end } = await planUntilLate(keep('all.yaml', changed))

    await signIn(server, server.visitor({ ip: anAddress() }), person.email)
    expect(await launch(owner)).toMatchObject({ status: 200 })
    const favourite = { applicationId: application.id, isFavourite: true }
    expect(await visitor.call(setFavourite, favourite)).toMatchObject({ status: 200 })
    const { out, err } = await end()
    expect(err).toBe('')
    expect(out).toContain('What it is for" → "Something else"')
    expect(out).toContain('1 to create, 2 to change, 0 to delete.')
  })

  test('owners whom the file changes wait, and nobody else', async () => {
    const [owner, other] = [await someoneWithAccess(server), await someoneWithAccess(server)]
    await server.db.execute(sql`
      insert into application_owners (application_id, user_id)
      values (${owner.application.id}, ${owner.person.id}), (${other.application.id}, ${other.person.id})`)
    const { end } = await planUntilLate(
      keep(
        'owners.yaml',
        `gatehouse: 1\napplications:\n  - {name: {description: ${owner.application.name}}, owners: []}\n${LATE}`,
      ),
    )
    const isLocked = async ({ person }: typeof owner) => {
      const { rowCount } = await server.db.execute(
        sql`select from users where id = ${person.id} for no key update skip locked`,
      )
      return rowCount === 0
    }
    expect([await isLocked(owner), await isLocked(other)]).toEqual([true, false])
    expect(await end()).toMatchObject({ err: '', out: expect.stringContaining(`− "${owner.person.email}"`) })
  })

  test('a lost connection is said, with what to do', async () => {
    const { end } = await planUntilLate(keep('late.yaml', `gatehouse: 1\n${LATE}`))
    await server.db.execute(sql`
      select pg_terminate_backend(pid) from pg_locks
      where relation = 'service_accounts'::regclass and mode = 'RowExclusiveLock'`)
    const { out, err } = await end()
    expect(out).toBe('')
    expect(err).toMatch(
      /^The connection to the database has ended.* Make a plan again: it says what is left to do\.\n$/,
    )
  })
})

test('secrets are read before anything is locked, from ordinary files of a bounded size', async () => {
  const pipe = join(FOLDER, 'pipe')
  execFileSync('mkfifo', [pipe])
  mkdirSync(join(FOLDER, 'folder'))
  const large = keep('large', 'x'.repeat(64 * 1024 + 1))
  const paths = [pipe, '/dev/zero', join(FOLDER, 'folder'), large, join(FOLDER, 'nothing')]
  const records = paths.map(
    (path, at) => `  - application: All
    client: All
    host: mail${at}.example.com
    fromMailId: a@example.com
    postNo: 25
    status: ACTIVE
    password: ${reference(`file:${path}`)}
`,
  )
  const saving = await server.db.pool.connect()
  await saving.query('begin; lock table permissions in access exclusive mode')
  const file = keep('secrets.yaml', `gatehouse: 1\nemailConfigurations:\n${records.join('')}`)
  const planned = runGatehouse(['config', 'plan', file], environment())
  await untilWaiting(server, 1)
  // It is read already.
  keep('nothing', 'there now')
  await saving.query('rollback')
  saving.release()
  const { code, out, err } = await planned
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err.replaceAll(FOLDER, 'F').split('\n')).toEqual([
    'F/secrets.yaml:9: emailConfigurations.0.password: F/pipe is no ordinary file.',
    'F/secrets.yaml:16: emailConfigurations.1.password: /dev/zero is no ordinary file.',
    'F/secrets.yaml:23: emailConfigurations.2.password: F/folder is no ordinary file.',
    'F/secrets.yaml:30: emailConfigurations.3.password: F/large is larger than 64 kB.',
    'F/secrets.yaml:37: emailConfigurations.4.password: F/nothing cannot be read.',
    '',
  ])
})
