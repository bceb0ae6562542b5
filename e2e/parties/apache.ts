import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopProcess } from '../product.ts'
import { answers, type Running } from './programs.ts'

const PACKAGE = 'libapache2-mod-auth-openidc'
const MODULE = 'usr/lib/apache2/modules/mod_auth_openidc.so'
const cache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'apache')
const APT_MS = 60_000

/** Apache's program, its modules and what they are linked with, as Debian packs them below a folder. */
export type Apache = { program: string; modules: string[]; libraries: string[] }

/**
 * Apache with mod_auth_openidc: what is installed, else Debian's packages, unpacked beside the packaged browser. Nothing
 * is installed, no service is started, and nobody needs to be root.
 *
 * @throws Error with the reason, where neither is to be had
 */
export function findApache(): Apache {
  if (hasModule('/')) return at('/')
  if (!hasModule(cache)) unpack()
  return at(cache)
}

/** Runs Apache at a port with a configuration of its own: `site` is what would stand in a virtual host. */
export async function startApache(
  { program, modules, libraries }: Apache,
  site: string,
  port: number,
): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-apache-'))
  const file = join(folder, 'apache.conf')
  const log = join(folder, 'error.log')
  const loaded = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'auth_openidc', 'proxy', 'proxy_http']
  const lines = [
    `ServerRoot "${folder}"`,
    `ServerName localhost:${port}`,
    `Listen 127.0.0.1:${port}`,
    `PidFile "${folder}/apache.pid"`,
    `ErrorLog "${log}"`,
    `DefaultRuntimeDir "${folder}"`,
    'StartServers 1',
    // Root's workers become somebody who may do nothing.
    ...(process.getuid?.() === 0 ? ['User nobody', 'Group nogroup'] : []),
    ...loaded.map((name) => `LoadModule ${name}_module "${fileOf(name, modules)}"`),
    site,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  // It ends with this process, however that dies.
  const apache = spawn('setpriv', ['--pdeathsig', 'TERM', program, '-f', file, '-D', 'FOREGROUND'], {
    env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    await stopProcess(apache)
    rmSync(folder, { recursive: true, force: true })
  }
  await answers(port).catch(async (cause) => {
    const words = existsSync(log) ? readFileSync(log, 'utf8') : 'nothing in its log'
    await stop()
    throw new Error(`Apache did not start: ${words}`, { cause })
  })
  return { stop }
}

function fileOf(module: string, folders: string[]): string {
  const file = folders.map((folder) => join(folder, `mod_${module}.so`)).find((one) => existsSync(one))
  if (file === undefined) throw new Error(`Apache has no module ${module}`)
  return file
}

/** Packages that are installed already are not among those that were unpacked. */
function at(folder: string): Apache {
  const found = (...path: string[]) => [folder, '/'].map((root) => join(root, ...path)).filter((one) => existsSync(one))
  const [program] = found('usr', 'sbin', 'apache2')
  if (program === undefined) throw new Error(`there is no program beside ${MODULE}`)
  const libraries = join(folder, 'usr', 'lib')
  return {
    program,
    modules: found('usr', 'lib', 'apache2', 'modules'),
    libraries: readdirSync(libraries)
      .filter((name) => folder !== '/' && name.endsWith('-linux-gnu'))
      .map((name) => join(libraries, name)),
  }
}

function hasModule(folder: string) {
  return existsSync(join(folder, MODULE))
}

/** Into a folder beside, which is renamed when it is whole. */
function unpack() {
  const part = `${cache}.${process.pid}`
  const archives = join(part, 'archives')
  mkdirSync(join(archives, 'partial'), { recursive: true })
  try {
    const only = '-qq -y -d --no-install-recommends -o Debug::NoLocking=1 -o'.split(' ')
    const download = () => run('apt-get', [...only, `Dir::Cache::archives=${archives}`, 'install', PACKAGE])
    // A fresh image knows no packages, and an old one those of yesterday.
    const failed = download() && (run('apt-get', ['-qq', 'update']) ?? download())
    if (failed !== null) throw new Error(failed)
    for (const name of readdirSync(archives).filter((name) => name.endsWith('.deb'))) {
      const unpacked = run('dpkg-deb', ['-x', join(archives, name), part])
      if (unpacked !== null) throw new Error(unpacked)
    }
    if (!hasModule(part)) throw new Error(`${PACKAGE} holds no module`)
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
