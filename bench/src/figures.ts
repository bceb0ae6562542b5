import { setTimeout as sleep } from 'node:timers/promises'
import { repeat } from './caller.ts'

/** The CPU in ms that a server used for each of `count` calls. */
export async function cpuPerCall(
  server: { cpuMs: () => number },
  count: number,
  atOnce: number,
  work: (lane: number) => Promise<unknown>,
): Promise<number> {
  const before = server.cpuMs()
  await repeat(count, atOnce, work)
  return (server.cpuMs() - before) / count
}

/** The same for work in this process, with a pause after each run. */
export async function cpuOfThisProcess(count: number, work: () => Promise<unknown>, pauseMs: number): Promise<number> {
  let used = 0
  await repeat(count, 1, async () => {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    used += user + system
    await sleep(pauseMs)
  })
  return used / 1000 / count
}

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

export function report(what: string, value: number, unit: string, budget?: number) {
  const figure = value < 10 ? value.toFixed(3) : value.toFixed(0)
  const verdict =
    budget === undefined ? '' : value <= budget ? `  (budget ${budget})` : `  (over the budget of ${budget})`
  process.stdout.write(`${what.padEnd(40)} ${figure.padStart(8)} ${unit}${verdict}\n`)
}
