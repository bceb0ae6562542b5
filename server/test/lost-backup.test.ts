import { renameSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { runGatehouse as gatehouse } from './gatehouse.ts'
import { aPreparedDataDir } from './prepared.ts'
import { cleanUp, query, start } from './processes.ts'

// What becomes of the file of the newest backup after it was made.

afterEach(cleanUp)

test('a backup whose file is gone, or has another size than was written, is missed by the figures and the doctor', async () => {
  const DATA_DIR = aPreparedDataDir()
  const folder = join(dirname(DATA_DIR), 'backups')
  const env = { DATA_DIR, BACKUP_EVERY: '1', BACKUP_TO: folder, BACKUP_TRIAL: 'off' }
  const METRICS_LISTEN = `127.0.0.1:${await freePort()}`
  await start({ ...env, METRICS_LISTEN })
  const made = () => query<{ file: string }>(DATA_DIR, "select file from backups where state = 'done'")
  await expect.poll(made, { timeout: 120_000 }).toHaveLength(1)
  const file = join(folder, (await made())[0]?.file as string)

  const seen = async () => {
    const figures = await (await fetch(`http://${METRICS_LISTEN}/metrics`)).text()
    const { out } = await gatehouse(['doctor', '--json'], env)
    const findings = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { state: string; seen: string })
    const figure = (state: string) =>
      Number(new RegExp(`^gatehouse_backup_file\\{state="${state}"\\} (.*)$`, 'm').exec(figures)?.[1])
    return {
      figures: [figure('missing'), figure('changed')],
      doctor: findings.flatMap(({ state, seen }) => (seen.startsWith('Backups: ') ? [[state, seen]] : [])),
    }
  }
  const good = { figures: [0, 0], doctor: [['ok', 'Backups: The newest backup is less than an hour old.']] }
  expect(await seen()).toEqual(good)

  renameSync(file, `${file}.away`)
  const missing = `Backups: The file of the newest backup is not there: ${file}`
  expect(await seen()).toEqual({ figures: [1, 0], doctor: [['fault', missing]] })
  renameSync(folder, `${folder}-away`)
  expect(await seen()).toEqual({ figures: [1, 0], doctor: [['fault', missing]] })
  renameSync(`${folder}-away`, folder)
  renameSync(`${file}.away`, file)
  expect(await seen()).toEqual(good)

  truncateSync(file, 500)
  const changed = `Backups: The file of the newest backup does not have the size that was written: ${file}`
  expect(await seen()).toEqual({ figures: [0, 1], doctor: [['fault', changed]] })
})
