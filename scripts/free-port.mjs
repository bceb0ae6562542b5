import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections: 32768 and up on Linux, 49152 and up elsewhere. */
const FROM = 10_000
const TO = 32_000

/**
 * A port on which nobody listens, for a process that is started afterwards. No other process that calls this function
 * gets the same port while this one lives.
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(FROM, TO)
    if ((await reserve(port)) && (await isFree(port))) return port
  }
}

/** Holds a name that ends with this process. Only Linux has such names. */
async function reserve(port) {
  if (process.platform !== 'linux') return true
  const server = createServer()
  const isHeld = await listens(server, { path: `\0gatehouse-port-${port}` })
  server.unref()
  return isHeld
}

async function isFree(port) {
  const server = createServer()
  if (!(await listens(server, { port }))) return false
  server.close()
  await once(server, 'close')
  return true
}

async function listens(server, at) {
  server.listen(at)
  return once(server, 'listening').then(
    () => true,
    () => false,
  )
}
