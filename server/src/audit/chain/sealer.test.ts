import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { useTestServer } from '../../../test/server.ts'
import { recordAudit } from '../record-audit.ts'
import { readAnchors } from './anchors.ts'
import { makeAuditSealer } from './sealer.ts'
import { newestSeal } from './seals.ts'

const server = useTestServer()
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-anchors-'))
afterAll(() => rmSync(folder, { recursive: true }))

const sealerTo = (auditAnchorFile: string | null, log = server.log) =>
  makeAuditSealer({ ...server, log, config: { ...server.config, auditAnchorFile } })

test('the newest seal is appended to the file of anchors, at the start and at the end', async () => {
  const file = join(folder, 'anchors')
  const expected = new Map<number, string>()
  for (let round = 0; round < 2; round++) {
    await recordAudit(server.db, { event: 'signin.completed' })
    const sealer = sealerTo(file)
    sealer.start()
    await sealer.stop()
    const seal = await newestSeal(server.db)
    expected.set(seal?.sequence as number, seal?.hash as string)
  }
  expect(expected.size).toBe(2)
  expect(await readAnchors(file)).toEqual({ anchors: expected, cutLines: [] })
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2)
})

test('behind a line that a full disk has cut off, an anchor has a line of its own', async () => {
  const file = join(folder, 'cut')
  writeFileSync(file, '{"sequence":1,"hash":"26.2339')
  await recordAudit(server.db, { event: 'signin.completed' })
  const sealer = sealerTo(file)
  sealer.start()
  await sealer.stop()
  const seal = await newestSeal(server.db)
  const { anchors, cutLines } = await readAnchors(file)
  expect({ anchors, cutLines }).toEqual({ anchors: new Map([[seal?.sequence, seal?.hash]]), cutLines: [1] })
  expect(readFileSync(file, 'utf8')).toMatch(/^\{"sequence":1,"hash":"26.2339\n\{"sequence":[^\n]+\}\n$/)
})

test('a file that cannot be written is reported, and the audit is sealed all the same', async () => {
  await recordAudit(server.db, { event: 'signin.completed' })
  const before = await newestSeal(server.db)
  const lines: string[] = []
  const sealer = sealerTo(
    join(folder, 'no-folder', 'anchors'),
    pino({ level: 'warn' }, { write: (line) => lines.push(line) }),
  )
  sealer.start()
  await expect.poll(() => lines).toHaveLength(1)
  await sealer.stop()
  expect(lines[0]).toContain('the audit could not be anchored')
  expect((await newestSeal(server.db))?.sequence).toBe((before?.sequence ?? 0) + 1)
})
