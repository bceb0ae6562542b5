import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const caches = join(import.meta.dirname, '..', '..', 'node_modules', '.cache')
const APT_MS = 60_000
/** For a test's setup: `apt-get` may run three times. */
export const FIND_MS = 3 * APT_MS

/** What Debian packs, where it is here. */
export type Found = {
  /** A file or folder by its path in the packages. */
  path: (path: string) => string
  /** For LD_LIBRARY_PATH. */
  libraries: string
}

/**
 * Debian's packages: what is installed, else unpacked beside the packaged browser. Nothing is installed, no service is
 * started, and nobody needs to be root.
 *
 * @param files that the packages are wanted for
 * @throws Error with the reason, where they are not to be had
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

/** Into a folder beside, which is renamed when it is whole. Packages that are installed already are not among them. */
function unpack(packages: string[], cache: string) {
  const part = `${cache}.${process.pid}`
  const archives = join(part, 'archives')
  mkdirSync(join(archives, 'partial'), { recursive: true })
  try {
    const only = '-qq -y -d --no-install-recommends -o Debug::NoLocking=1 -o'.split(' ')
    const download = () => run('apt-get', [...only, `Dir::Cache::archives=${archives}`, 'install', ...packages])
    // A fresh image knows no packages, and an old one those of yesterday.
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

/** `null`, or why it did not work. */
function run(command: string, args: string[]): string | null {
  const { status, error, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: APT_MS,
    env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
  })
  return status === 0 ? null : `${command}: ${error?.message ?? stderr.trim().split('\n').at(-1)}`
}
