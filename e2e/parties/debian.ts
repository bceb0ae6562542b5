import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const caches = join(import.meta.dirname, '..', '..', 'node_modules', '.cache')
const APT_MS = 60_000
/** The time for a test's setup, in which `apt-get` may run three times. */
export const FIND_MS = 3 * APT_MS

/** Debian packages that are available on this machine. */
export type Found = {
  /** The path of a file or folder of the packages. */
  path: (path: string) => string
  /** The value for LD_LIBRARY_PATH. */
  libraries: string
}

/**
 * Debian packages: the installed ones, or unpacked beside the packaged browser. Nothing is installed, no service is
 * started, and root is not needed.
 *
 * @param files files that the packages must contain
 * @throws Error with the reason if they are not available
 */
export function findPackages(packages: string[], files: string[]): Found {
  const cache = join(caches, packages[0] ?? '')
  const missing = () => files.find((file) => whereIs(cache, file) === undefined)
  if (missing() !== undefined) unpack(packages, cache)
  const lost = missing()
  if (lost !== undefined) throw new Error(`${packages.join(' and ')} do not hold ${lost}`)
  return {
    path: (path) => {
      const found = whereIs(cache, path)
      if (found === undefined) throw new Error(`${packages.join(' and ')} do not hold ${path}`)
      return found
    },
    libraries: librariesOf(cache).join(':'),
  }
}

const whereIs = (cache: string, path: string) =>
  ['/', cache].map((root) => join(root, path)).find((one) => existsSync(one))

function librariesOf(cache: string) {
  const folder = join(cache, 'usr', 'lib')
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('-linux-gnu'))
  return names.map((name) => join(folder, name))
}

/**
 * Unpacks into a temporary folder, which is renamed when it is complete. Packages that are already installed are left
 * out.
 */
function unpack(packages: string[], cache: string) {
  const part = `${cache}.${process.pid}`
  const archives = join(part, 'archives')
  mkdirSync(join(archives, 'partial'), { recursive: true })
  try {
    const only = '-qq -y -d --no-install-recommends -o Debug::NoLocking=1 -o'.split(' ')
    const download = () => run('apt-get', [...only, `Dir::Cache::archives=${archives}`, 'install', ...packages])
    // A new image has no package lists, and an old one has outdated ones.
    const failed = download() && (run('apt-get', ['-qq', 'update']) ?? download())
    if (failed !== null) throw new Error(failed)
    for (const name of readdirSync(archives).filter((name) => name.endsWith('.deb'))) {
      const unpacked = run('dpkg-deb', ['-x', join(archives, name), part])
      if (unpacked !== null) throw new Error(unpacked)
    }
    rmSync(archives, { recursive: true })
    if (!existsSync(cache)) renameSync(part, cache)
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

/** `null`, or the reason of the failure. */
function run(command: string, args: string[]): string | null {
  const { status, error, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: APT_MS,
    env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
  })
  return status === 0 ? null : `${command}: ${error?.message ?? stderr.trim().split('\n').at(-1)}`
}
