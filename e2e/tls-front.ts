import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { anAuthority } from '@gatehouse/server/test/certificates.ts'

/** Ends TLS in front of the portal, as a proxy does, for every host name but those that `isServed` leaves out. */
export async function aTlsFront() {
  let port = 0
  let isServed = (_host: string) => true
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const front = createServer(anAuthority().vouchFor('portal.example'), (outer: TLSSocket) => {
    keep(outer)
    if (!isServed(outer.servername || '')) return outer.destroy()
    const inner = connect(port, '127.0.0.1')
    keep(inner)
    outer.pipe(inner).pipe(outer)
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
  return {
    port: (front.address() as AddressInfo).port,
    /** Connections from now on lead to the server at this address. */
    leadTo: ({ baseURL }: { baseURL: string }) => {
      port = Number(new URL(baseURL).port)
    },
    serve: (judge: typeof isServed) => {
      isServed = judge
      for (const socket of sockets) socket.destroy()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      front.close()
      await once(front, 'close')
    },
  }
}
