import fastify from 'fastify'
import type { Db } from '../src/db/database.ts'
import { serveWebApp } from '../src/http/web-app.ts'
import { findWebAsset } from '../src/http/web-assets.ts'

/**
 * A server that has one build of the web app: its pages and files, and no calls.
 *
 * @param db has the files of other releases; `null`: there are none
 */
export async function startWebServer(folder: string, db: Db | null = null) {
  const app = fastify({ forceCloseConnections: true })
  const policy = async () => ({})
  await serveWebApp(app, policy, async (_, path) => db && findWebAsset(db, path, true), folder)
  const origin = await app.listen({ host: 'localhost', port: 0 })
  return { app, origin, close: () => app.close() }
}
