import { join } from 'node:path'

/**
 * The folder of the server. This file stands as deep in `src` as the bundle stands in `dist`, so both find it from here; other files
 * do not ask where they are.
 */
const SERVER = join(import.meta.dirname, '..')

/** The folder of the project. */
export const ROOT = join(SERVER, '..')

/** A file of the sources that is read, or run in a process of its own. */
export const sourceFile = (...path: string[]) => join(SERVER, 'src', ...path)

/** The command `gatehouse`: of the bundle in the bundle, of the sources in the sources. */
export const COMMAND = import.meta.filename.endsWith('.ts')
  ? sourceFile('cli/gatehouse.ts')
  : join(import.meta.dirname, 'gatehouse.js')
