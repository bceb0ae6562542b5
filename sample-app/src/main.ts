import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createApp } from './app.ts'

const { PORT = '0', HOST = '127.0.0.1', PORTAL_URL, CLIENT_ID, CLIENT_SECRET, APP_URL } = process.env

if (!PORTAL_URL || !CLIENT_ID || !CLIENT_SECRET) {
  console.error('Roadside Desk needs PORTAL_URL, CLIENT_ID and CLIENT_SECRET: the portal and our credentials there.')
  process.exit(1)
}

const portal = { url: PORTAL_URL.replace(/\/+$/, ''), clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }
const server = createApp(portal, { url: APP_URL })
server.listen(Number(PORT), HOST)
await once(server, 'listening')

const { port } = server.address() as AddressInfo
console.log(`Roadside Desk listens on ${APP_URL ?? `http://${HOST}:${port}`}`)
// Whoever started it may be gone already.
process.send?.({ port }, () => undefined)

const stop = () => {
  server.close(() => process.exit(0))
  server.closeAllConnections()
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('disconnect', stop)
