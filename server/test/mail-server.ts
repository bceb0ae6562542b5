import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../../scripts/free-port.mjs'

/** A mail server at a port, which takes its time, can die in the middle of a message, and come back. */
export class MailServer {
  /** The recipients of accepted messages, in order, with the text. */
  readonly accepted: { to: string; raw: string }[] = []
  readonly url: string
  private readonly smtp: SMTPServer
  private readonly sockets = new Set<Socket>()
  private readonly port: number
  private front: Server | null = null

  private constructor(port: number, slownessMs: number) {
    this.port = port
    this.url = `smtp://127.0.0.1:${port}`
    this.smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, session, done) => {
        const note = async (raw: string) => {
          await sleep(slownessMs)
          this.accepted.push({ to: session.envelope.rcptTo[0]?.address ?? '', raw })
          done(null)
        }
        text(stream).then(note, () => undefined)
      },
    })
    this.smtp.on('error', () => undefined)
    this.smtp.listen(0, '127.0.0.1')
  }

  static async start(slownessMs = 50): Promise<MailServer> {
    const server = new MailServer(await freePort(), slownessMs)
    await server.comeBack()
    return server
  }

  async comeBack() {
    this.front = createServer((near) => {
      const far = connect((this.smtp.server.address() as { port: number }).port, '127.0.0.1')
      for (const socket of [near, far]) {
        this.sockets.add(socket.on('error', () => undefined))
        socket.on('close', () => {
          near.destroy()
          far.destroy()
        })
      }
      near.pipe(far).pipe(near)
    })
    this.front.listen(this.port, '127.0.0.1')
    await once(this.front, 'listening')
  }

  die() {
    this.front?.close()
    for (const socket of this.sockets) socket.destroy()
    this.sockets.clear()
  }

  close() {
    this.die()
    this.smtp.close()
  }

  /** The codes sent to somebody, oldest first: the text comes before the HTML, whose colours have six digits, too. */
  codesTo = (to: string): string[] =>
    this.accepted
      .filter((one) => one.to === to)
      .flatMap(({ raw }) => {
        const body = raw.slice(raw.indexOf('\r\n\r\n')).replaceAll(/^--.*$/gm, '')
        return /\b\d{6}\b/.exec(body)?.[0] ?? []
      })
}
