// npm run build: everything that `npm start` prepares before it starts the server.
import { script } from './run.mjs'
import { ensureInstalled, ensureServerBuilt, ensureWebBuilt } from './setup.mjs'

await script(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  await ensureServerBuilt()
  return 0
})
