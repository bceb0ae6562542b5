import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Deed } from '../test/confined-worker.ts'
import { startConfined } from './confined-process.ts'

const WORKER = join(import.meta.dirname, '..', 'test', 'confined-worker.ts')
const soon = () => AbortSignal.timeout(60_000)

async function aProcess(memoryMb = 64) {
  const one = startConfined(WORKER, memoryMb)
  onTestFinished(() => one.end())
  await one.isReady(soon())
  return { ...one, ask: (deed: Deed, signal = soon()) => one.ask(deed, signal) }
}

test('it answers one question after the other, with bytes as bytes, and has no environment', async () => {
  const one = await aProcess()
  const deed: Deed = { deed: 'echo', bytes: new Uint8Array([0, 255]) }
  expect(await one.ask(deed)).toEqual(deed)
  expect(await one.ask({ deed: 'environment' })).toEqual([])
})

test.each(['abort', 'fill its memory'] as const)(
  'when it does "%s", the server learns of it and goes on',
  async (deed) => {
    const one = await aProcess()
    await expect(one.ask({ deed })).rejects.toThrow('the process ended with')
    expect(one.isAlive()).toBe(false)
    await expect(one.ask({ deed: 'echo' })).rejects.toThrow()
    await one.end()
  },
)

test('one that does not come to an end is ended', async () => {
  const one = await aProcess()
  await expect(one.ask({ deed: 'never end' }, AbortSignal.timeout(100))).rejects.toThrow('aborted')
  expect(one.isAlive()).toBe(true)
  await one.end()
  expect(one.isAlive()).toBe(false)
})

test('one without the memory to start is never ready', async () => {
  const one = startConfined(WORKER, 1)
  await expect(one.isReady(soon())).rejects.toThrow('the process ended with')
})

test('it outlives signals that the server completes its work after, and not the server', async () => {
  const script = `
    const { startConfined } = await import(${JSON.stringify(join(import.meta.dirname, 'confined-process.ts'))})
    const one = startConfined(${JSON.stringify(WORKER)}, 64)
    await one.isReady(AbortSignal.timeout(60_000))
    process.on('SIGTERM', async () => console.log(JSON.stringify(await one.ask({ deed: 'echo' }, AbortSignal.timeout(60_000)))))
    setInterval(() => {}, 1000)
    console.log('ready')`
  // A group of its own, so that a signal reaches both, as from a terminal or from systemd.
  const server = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const group = -(server.pid as number)
  const isThere = () => {
    try {
      return process.kill(group, 0)
    } catch {
      return false
    }
  }
  onTestFinished(() => void (isThere() && process.kill(group, 'SIGKILL')))
  const said = () => once(server.stdout, 'data', { signal: soon() }).then(String)
  expect(await said()).toBe('ready\n')
  process.kill(group, 'SIGTERM')
  expect(JSON.parse(await said())).toEqual({ deed: 'echo' })
  server.kill('SIGKILL')
  await expect.poll(isThere).toBe(false)
})
