import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Postgres = { host: string; port: number }

/** A unix socket in front of the database, which can be cut like a cable, or fall silent like a network that drops packets. */
export class Wire {
  readonly folder = mkdtempSync(join(tmpdir(), 'gatehouse-wire-'))
  private readonly postgres: Postgres
  private readonly sockets = new Set<Socket>()
  private listener: Server | null = null
  private isSilent = false

  constructor(postgres: Postgres) {
    this.postgres = postgres
  }

  /** Passes connections on. */
  async mend() {
    const { host, port } = this.postgres
    const name = `.s.PGSQL.${port}`
    this.isSilent = false
    this.listener ??= createServer((near) => {
      this.keep(near)
      if (this.isSilent) return
      const far = this.keep(createConnection(join(host, name)))
      near.pipe(far).pipe(near)
    })
    if (this.listener.listening) return
    this.listener.listen(join(this.folder, name))
    await once(this.listener, 'listening')
  }

  /** From now on nothing is carried: neither of connections that are open, nor of new ones. Nobody is told. */
  fallSilent() {
    this.isSilent = true
    for (const socket of this.sockets) socket.unpipe().pause()
  }

  /** Ends all connections; nothing answers any more. */
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
