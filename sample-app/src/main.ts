import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from './app.ts'

const { HOST = '127.0.0.1', PORTAL_URL, APP_URL, APPLICATIONS } = process.env
const { NAME = 'Roadside Desk', PORT = '0', CLIENT_ID, CLIENT_SECRET, CLAIMS } = process.env

type Served = { name: string; clientId: string; clientSecret: string; port: number; hasClaims?: boolean }

if (!PORTAL_URL || !(APPLICATIONS || (CLIENT_ID && CLIENT_SECRET))) {
  console.error('Roadside Desk needs PORTAL_URL, CLIENT_ID and CLIENT_SECRET: the portal and our credentials there.')
  process.exit(1)
}

// One process may serve several applications, each at its own port.
const served: Served[] = APPLICATIONS
  ? (JSON.parse(APPLICATIONS) as Served[])
  : [
      {
        name: NAME,
        clientId: CLIENT_ID ?? '',
        clientSecret: CLIENT_SECRET ?? '',
        port: Number(PORT),
        hasClaims: CLAIMS === '1',
      },
    ]

const url = PORTAL_URL.replace(/\/+$/, '')
const servers = served.map(({ name, clientId, clientSecret, hasClaims = false }) =>
  createApp({ url, clientId, clientSecret }, { name, url: APP_URL, hasClaims }),
)
const ports: Record<string, number> = {}
for (const [index, server] of servers.entries()) {
  const { name, clientId, port } = served[index] as Served
  server.listen(port, HOST)
  await once(server, 'listening').catch(({ code, message }: NodeJS.ErrnoException) =>
    listenElsewhere(server, code, message),
  )
  const bound = (server.address() as AddressInfo).port
  ports[clientId] = bound
  console.log(`${name} listens on ${APP_URL ?? `http://${HOST}:${bound}`}`)
}

/** An application whose addresses the portal learns may use any port; one that is started by hand has its own. */
async function listenElsewhere(server: Server, code: string | undefined, message: string) {
  if (code !== 'EADDRINUSE' || process.send === undefined) {
    console.error(message)
    process.exit(1)
  }
  server.listen(0, HOST)
  await once(server, 'listening')
}

// The process that started this one may have ended already.
process.send?.({ port: Object.values(ports)[0], ports }, () => undefined)

const stop = () => {
  let open = servers.length
  for (const server of servers) {
    server.close(() => {
      open -= 1
      if (open === 0) process.exit(0)
    })
    server.closeAllConnections()
  }
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('disconnect', stop)
