#!/usr/bin/env node
import { join } from 'node:path'
import { runAloud, script } from './run.mjs'
import { SERVER_COMMAND, SERVER_ENVIRONMENT } from './server-process.mjs'
import { ensureInstalled, ensureServerBuilt, pinnedNode, root } from './setup.mjs'

await script(async () => {
  try {
    await ensureInstalled()
    await ensureServerBuilt()
  } catch (error) {
    console.error(error.message)
    // 1 means that a command has found something.
    return 2
  }
  return runAloud(pinnedNode(), [SERVER_COMMAND, ...process.argv.slice(2)], {
    // The command may be called in any folder; the server runs in this one.
    env: { ...SERVER_ENVIRONMENT, DATA_DIR: join(root, 'data'), ...process.env },
  })
})
