import { monitorEventLoopDelay } from 'node:perf_hooks'
import { previewTemplate } from '@gatehouse/contract/admin/templates/preview.ts'
import { afterAll, expect, test } from 'vitest'
import { anAdministrator } from '../../test/console.ts'
import { startTestServer } from '../../test/server.ts'
import { makeTemplatePool } from './template-pool.ts'
import { samplesOf } from './values.ts'

const server = await startTestServer()
afterAll(() => server.close())

/** The largest template allowed, and the slowest to check. */
const LONG = `<table>${'<tr><td style="color:red"><a href="https://x.example/">x</a></td></tr>'.repeat(650)}</table>`
const written = { channel: 'email' as const, name: 'welcome', subject: 'Hello', body: LONG }
const trial = { written, values: samplesOf('welcome') }

test('twenty previews at once do not delay the server', async () => {
  const { visitor } = await anAdministrator(server)
  await visitor.call(previewTemplate, written)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const began = performance.now()
  const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.call(previewTemplate, written)))
  const tookMs = performance.now() - began
  delay.disable()
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  // In the process of the server, the delay would be nearly the whole time.
  expect(delay.max / 1e6).toBeLessThan(tookMs / 2)
})

test('a template that takes too long is refused, and the next one is checked', async () => {
  const work = makeTemplatePool({ processes: 1, taskMs: 1 })
  const refusal = { key: 'invalid_request', message: expect.stringContaining('takes too long') }
  await expect(work.preview({ ...trial, written: { ...written, body: LONG } })).rejects.toMatchObject(refusal)
  await work.close()
  const other = makeTemplatePool({ processes: 1 })
  const [first, second] = await Promise.all([other.findProblems(written), other.preview(trial)])
  expect([first, second.problems]).toEqual([[], []])
  await other.close()
})

test('when too many templates wait, further ones are refused as busy', async () => {
  const work = makeTemplatePool({ processes: 1, waiting: 1 })
  const answers = await Promise.allSettled([1, 2, 3].map(() => work.preview(trial)))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(answers[2]).toMatchObject({ reason: { key: 'busy' } })
  await work.close()
})

test('a template with a syntax error gives the same error as without a process of its own', async () => {
  await expect(server.templates.render({ written: { ...written, body: '{{ nothing }}' }, values: {} })).rejects.toThrow(
    'undefined variable: nothing',
  )
})
