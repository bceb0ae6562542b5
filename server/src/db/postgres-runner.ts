import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, constants, openSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** PostgreSQL refuses to run as root: it then runs as nobody. */
const NOBODY = 65_534

export type Runner = {
  run: (command: string, args: string[]) => { status: number | null; output: string }
  spawn: (command: string, args: string[], log: string) => ChildProcess
  /** Gives a path to the user that PostgreSQL runs as. */
  own: (path: string) => void
}

/** Everyone but root runs PostgreSQL as themselves; root as nobody, in a user namespace where nobody cannot get in. */
export function chooseRunner(binaries: string, dataDir: string): Runner {
  const isRoot = process.getuid?.() === 0
  if (!isRoot) return makeRunner([], {}, () => undefined)
  const asNobody = { uid: NOBODY, gid: NOBODY }
  if ([join(binaries, 'bin/postgres'), dataDir].every(isReachableByAll)) {
    return makeRunner([], asNobody, (path) => chownSync(path, NOBODY, NOBODY))
  }
  const namespace = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]
  if (spawnSync(namespace[0] as string, [...namespace.slice(1), 'true']).status === 0) {
    return makeRunner(namespace, {}, () => undefined)
  }
  throw new Error(
    `PostgreSQL does not run as root, and its user cannot reach ${dataDir} or ${binaries}. ` +
      'Run as another user, choose a DATA_DIR that others may pass through, or set DATABASE_URL.',
  )
}

function makeRunner(prefix: string[], ids: { uid?: number; gid?: number }, own: Runner['own']): Runner {
  const whole = (command: string, args: string[]) => [...prefix, command, ...args]
  return {
    own,
    run: (command, args) => {
      const [first, ...rest] = whole(command, args)
      const { status, stdout, stderr } = spawnSync(first as string, rest, { ...ids, cwd: '/', encoding: 'utf8' })
      return { status, output: `${stdout ?? ''}${stderr ?? ''}` }
    },
    spawn: (command, args, log) => {
      const [first, ...rest] = whole(command, args)
      const output = openSync(log, 'a', 0o600)
      // Its own process group: a Ctrl-C meant for the server must not stop the database under it.
      const child = spawn(first as string, rest, {
        ...ids,
        cwd: '/',
        detached: true,
        stdio: ['ignore', output, output],
      })
      child.unref()
      return child
    },
  }
}

function isReachableByAll(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & constants.S_IXOTH) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
