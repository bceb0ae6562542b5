import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Postgres = { host: string; port: number }

/**
 * A unix socket in front of the database, which can be cut like a cable, or fall silent like a network that drops
 * packets.
 */
export class Wire {
  readonly folder = mkdtempSync(join(tmpdir(), 'gatehouse-wire-'))
  private readonly postgres: Postgres
  private readonly sockets = new Set<Socket>()
  private listener: Server | null = null
  private isSilent = false
  /** Refuses connections whose first message matches, like PgBouncer does. */
  refuses: RegExp | null = null

  constructor(postgres: Postgres) {
    this.postgres = postgres
  }

  /** Forwards connections: of a unix socket in its folder, or of a port. */
  async mend(ownPort?: number) {
    const { host, port } = this.postgres
    const name = `.s.PGSQL.${port}`
    this.isSilent = false
    this.listener ??= createServer((near) => {
      this.keep(near)
      if (this.isSilent) return
      near.once('data', (begin) => {
        const refused = this.refuses?.exec(begin.toString('latin1'))?.[0]
        if (refused !== undefined) return near.end(fatal('08P01', `unsupported startup parameter: ${refused}`))
        const far = this.keep(createConnection(join(host, name)))
        far.write(begin)
        return near.pipe(far).pipe(near)
      })
    })
    if (this.listener.listening) return
    if (ownPort === undefined) this.listener.listen(join(this.folder, name))
    else this.listener.listen(ownPort, '127.0.0.1')
    await once(this.listener, 'listening')
  }

  /** From now on no data passes, on open and on new connections, without an error. */
  fallSilent() {
    this.isSilent = true
    for (const socket of this.sockets) socket.unpipe().pause()
  }

  /** Closes all connections; new ones get no answer. */
  async cut() {
    const closed = this.listener?.listening ? once(this.listener, 'close') : null
    this.listener?.close()
    for (const socket of this.sockets) socket.destroy()
    this.sockets.clear()
    await closed
    this.listener = null
  }

  async remove() {
    await this.cut()
    rmSync(this.folder, { recursive: true, force: true })
  }

  private keep(socket: Socket): Socket {
    this.sockets.add(socket.on('error', () => undefined))
    return socket.on('close', () => this.sockets.delete(socket))
  }
}

/** An error message of PostgreSQL's protocol, for refusing a connection. */
function fatal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
