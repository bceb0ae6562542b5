import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkWords } from '@gatehouse/contract/admin/security/check-words.ts'
import sql from 'sql-template-tag'
import { afterAll, expect, test } from 'vitest'
import { useTestServer } from '../../../test/server.ts'
import type { Config } from '../../config.ts'
import { judgeBackups } from './judge-backups.ts'

const server = useTestServer()
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-backups-'))
afterAll(() => rmSync(folder, { recursive: true }))
writeFileSync(join(folder, 'x'), '')
const backups = { everyHours: 24, folder, keep: 14, tries: true }
const judge = (config: Pick<Config, 'backups'>) => judgeBackups(server.db, config)
const add = (state: string, trial: string | null, hours: number, error: string | null = null) =>
  server.db.execute(sql`
    insert into backups (id, file, claimed_until, state, trial, error, started_at, finished_at)
    values (gen_random_uuid(), 'x', now(), ${state}, ${trial}, ${error}, now() - make_interval(hours => ${hours}), now())`)

test('backups are judged by the newest: made by schedule, in time, restored for trial', async () => {
  expect(await judge({ backups: null })).toMatchObject({ state: 'warning', names: ['off'] })
  expect(await judge({ backups })).toMatchObject({ state: 'danger', count: 0, names: ['late'] })
  await add('done', 'restored', 37)
  expect(await judge({ backups })).toMatchObject({ state: 'danger', count: 37, names: ['late'] })
  await add('done', 'impossible', 6, 'No scratch database could be created: permission denied')
  const impossible = ['impossible', 'No scratch database could be created: permission denied']
  expect(await judge({ backups })).toMatchObject({ state: 'warning', count: 6, names: impossible })
  await add('done', 'impossible', 5)
  expect(await judge({ backups })).toMatchObject({ state: 'warning', count: 5, names: ['impossible'] })
  await add('done', 'restored', 3)
  expect(await judge({ backups })).toMatchObject({ state: 'good', count: 3, names: [] })
  await add('done', 'off', 2, 'gatehouse-20200101T000000Z.backup (EISDIR)')
  const notRemoved = ['notRemoved', 'gatehouse-20200101T000000Z.backup (EISDIR)']
  expect(await judge({ backups })).toMatchObject({ state: 'warning', count: 2, names: notRemoved })
  await add('done', 'restored', 2)
  await server.db.execute(sql`update backups set bytes = 1`)
  const file = join(folder, 'x')
  expect(await judge({ backups })).toMatchObject({ state: 'danger', names: ['changed', file] })
  rmSync(file)
  expect(await judge({ backups })).toMatchObject({ state: 'danger', names: ['missing', file] })
  await add('failed', null, 1, 'no space')
  expect(await judge({ backups })).toMatchObject({ state: 'danger', count: 2, names: ['failed', 'no space'] })
})

test.each(['missing', 'impossible', 'notRemoved', ''])(
  'a backup that failed for the reason "%s" is said to have failed',
  async (reason) => {
    await server.db.execute(sql`delete from backups`)
    await add('done', 'restored', 2)
    await add('failed', null, 1, reason)
    const { found } = checkWords({ count: 0, names: [], ...(await judge({ backups })) }, fill, String)
    expect(found).toBe(`The newest backup failed: ${reason}`)
  },
)

const fill = (text: string, values: Record<string, string | number> = {}) =>
  text.replaceAll(/{{(\w+)}}/g, (_, name: string) => String(values[name]))
