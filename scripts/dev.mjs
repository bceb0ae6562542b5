import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { exitCode, FOLLOW_PARENT, OWN_GROUP, script } from './run.mjs'
import { ensureInstalled, pinnedNode, root } from './setup.mjs'

const WEB_PORT = 5173

await script(async () => {
  await ensureInstalled()
  const node = pinnedNode()
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  // People open the development server of the web app, which is a proxy for the server's paths, so its address is the
  // public one.
  const env = { PUBLIC_URL: `http://localhost:${WEB_PORT}`, ...process.env }
  const children = [
    start('server', node, [...FOLLOW_PARENT, '--watch', '--watch-preserve-output', 'server/src/main.ts'], env),
    start(
      'web',
      node,
      [...FOLLOW_PARENT, vite, 'web', '--port', `${WEB_PORT}`, '--strictPort', '--clearScreen', 'false'],
      env,
    ),
  ]
  const codes = children.map((child) => exitCode(child))
  const first = await Promise.race(codes)
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(codes)
  return first
})

function start(name, command, args, env) {
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], ...OWN_GROUP })
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => console.log(`${name.padEnd(6)} │ ${line}`))
  }
  return child
}
