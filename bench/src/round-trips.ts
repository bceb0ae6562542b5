import { mkdirSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'

export type RoundTrips = {
  /** Where a server finds the database, in place of its own socket folder. */
  host: string
  count: () => number
  close: () => void
}

/**
 * Stands between a server and the socket of its database and counts round trips: statements that are sent without
 * waiting for one another are one.
 */
export function countRoundTrips(folder: string, databaseHost: string, port: number): Promise<RoundTrips> {
  const host = join(folder, 'counted')
  mkdirSync(host, { recursive: true, mode: 0o700 })
  const name = `.s.PGSQL.${port}`
  let count = 0
  const between = createServer((asking) => {
    const answering = createConnection(join(databaseHost, name))
    let isAnswered = true
    asking.on('data', (part) => {
      if (isAnswered) count++
      isAnswered = false
      answering.write(part)
    })
    answering.on('data', (part) => {
      isAnswered = true
      asking.write(part)
    })
    const end = () => {
      asking.destroy()
      answering.destroy()
    }
    for (const side of [asking, answering]) side.on('error', end).on('close', end)
  })
  return new Promise((resolve) => {
    between.listen(join(host, name), () => resolve({ host, count: () => count, close: () => between.close() }))
  })
}
