// npm run build: everything that `npm start` prepares before it starts the server.
import { script } from './run.mjs'
import { ensureInstalled, ensureWebBuilt } from './setup.mjs'

await script(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  return 0
})
