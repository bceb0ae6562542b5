import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A mail server on this machine that accepts every message; `mails` holds the raw messages. */
export async function aMailServer() {
  const mails: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    const say = (line: string) => socket.write(`${line}\r\n`)
    let received = ''
    let isMail = false
    say('220 localhost')
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text
      for (;;) {
        const end = isMail ? '\r\n.\r\n' : '\r\n'
        const place = received.indexOf(end)
        if (place < 0) return
        const part = received.slice(0, place)
        received = received.slice(place + end.length)
        if (isMail) mails.push(part)
        else if (/^quit/i.test(part)) return socket.end('221 Bye\r\n')
        const isBegun = !isMail && /^data/i.test(part)
        say(isBegun ? '354 Go on' : '250 OK')
        isMail = isBegun
      }
    })
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  return { mails, port: (server.address() as AddressInfo).port, close }
}
