import { join } from 'node:path'
import { root } from './setup.mjs'

/** The server and the command `gatehouse`, as `ensureServerBuilt` bundles them. */
export const SERVER_MAIN = join(root, 'server', 'dist', 'main.js')
export const SERVER_COMMAND = join(root, 'server', 'dist', 'gatehouse.js')

/**
 * Flags of Node for the server. A request has few short-lived values, and a small nursery uses 40 MiB less under load. Traces of
 * errors name the sources.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=4', '--enable-source-maps']

/** Node keeps compiled code for the next start, which is then faster and uses less memory. */
export const SERVER_ENVIRONMENT = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node-compile') }
