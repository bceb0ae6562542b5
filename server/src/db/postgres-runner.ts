import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, constants, openSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'

/** The user id of `nobody`: PostgreSQL refuses to run as root, so it then runs as this user. */
const NOBODY = 65_534

export type Runner = {
  run: (command: string, args: string[]) => { status: number | null; output: string }
  spawn: (command: string, args: string[], log: string) => ChildProcess
  /** The user ids that may own its files: ours, and that of the user it runs as. */
  uids: number[]
  /** Makes the PostgreSQL user the owner of a path. */
  own: (path: string) => void
}

/** Runs a command as `nobody` in a user namespace; the files stay ours. */
const IN_NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]

/**
 * Normal users run PostgreSQL as themselves, root runs it as `nobody`. In a user namespace when that is not enough:
 * when `nobody` cannot enter the folders, and for a user id without a name, which PostgreSQL refuses.
 *
 * @throws Error with a sentence for the operator
 */
export function chooseRunner(binaries: string, dataDir: string): Runner {
  const isRoot = process.getuid?.() === 0
  if (!isRoot) return chooseOwnRunner()
  const asNobody = { uid: NOBODY, gid: NOBODY }
  if ([join(binaries, 'bin/postgres'), dataDir].every(isReachableByAll)) {
    return makeRunner([], asNobody, (path) => chownSync(path, NOBODY, NOBODY))
  }
  if (canRun(IN_NAMESPACE)) return makeRunner(IN_NAMESPACE, {}, () => undefined)
  throw new Error(
    `PostgreSQL does not run as root, and its user cannot reach ${dataDir} or ${binaries}. ` +
      'Run as another user, choose a DATA_DIR that others may pass through, or set DATABASE_URL.',
  )
}

function chooseOwnRunner(): Runner {
  if (hasName()) return makeRunner([], {}, () => undefined)
  if (canRun(IN_NAMESPACE)) return makeRunner(IN_NAMESPACE, {}, () => undefined)
  throw new Error(
    `PostgreSQL does not run for the user id ${process.getuid?.()}, which has no name on this machine. ` +
      'Add it to /etc/passwd, run as another user, or set DATABASE_URL.',
  )
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

const canRun = ([command = '', ...args]: string[]) => spawnSync(command, [...args, 'true']).status === 0

function makeRunner(prefix: string[], ids: { uid?: number; gid?: number }, own: Runner['own']): Runner {
  const whole = (command: string, args: string[]) => [...prefix, command, ...args]
  return {
    own,
    uids: [process.getuid?.() ?? 0, ...(ids.uid === undefined ? [] : [ids.uid])],
    run: (command, args) => {
      const [first, ...rest] = whole(command, args)
      const { status, stdout, stderr } = spawnSync(first as string, rest, { ...ids, cwd: '/', encoding: 'utf8' })
      return { status, output: `${stdout ?? ''}${stderr ?? ''}` }
    },
    spawn: (command, args, log) => {
      const [first, ...rest] = whole(command, args)
      const output = openSync(log, 'a', 0o600)
      // A process group of its own: a Ctrl-C meant for the server must not stop the database.
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

/** Whether a user without rights can pass through all folders of the path. */
export function isReachableByAll(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & constants.S_IXOTH) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
