import fastify from 'fastify'
import { serveWebApp } from '../src/http/web-app.ts'

/** A server that has one build of the web app: its pages and files, and no calls. */
export async function startWebServer(folder: string) {
  const app = fastify({ forceCloseConnections: true })
  await serveWebApp(app, async () => ({}), folder)
  const origin = await app.listen({ host: 'localhost', port: 0 })
  return { app, origin, close: () => app.close() }
}
