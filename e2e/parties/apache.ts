import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopProcess } from '../product.ts'
import { type Found, findPackages } from './debian.ts'
import { answers, type Running } from './programs.ts'

const PROGRAM = 'usr/sbin/apache2'

/** Apache with one third-party module. */
export type Apache = Found & { module: 'auth_openidc' | 'oauth2' }

/** @throws Error with the reason if it is not available */
export function findApache(module: Apache['module']): Apache {
  const found = findPackages([`libapache2-mod-${module.replace('_', '-')}`], [fileOf(module), PROGRAM])
  return { ...found, module }
}

/** Runs Apache at a port with its own configuration: `site` is the content of a virtual host. */
export async function startApache(apache: Apache, site: string, port: number): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-apache-'))
  const file = join(folder, 'apache.conf')
  const log = join(folder, 'error.log')
  const loaded = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', apache.module, 'proxy', 'proxy_http']
  const lines = [
    `ServerRoot "${folder}"`,
    `ServerName localhost:${port}`,
    `Listen 127.0.0.1:${port}`,
    `PidFile "${folder}/apache.pid"`,
    `ErrorLog "${log}"`,
    `DefaultRuntimeDir "${folder}"`,
    'StartServers 1',
    // Apache started by root runs its workers as a user without rights.
    ...(process.getuid?.() === 0 ? ['User nobody', 'Group nogroup'] : []),
    ...loaded.map((name) => `LoadModule ${name}_module "${apache.path(fileOf(name))}"`),
    site,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  // Apache ends with this process, even if that is killed.
  const program = spawn('setpriv', ['--pdeathsig', 'TERM', apache.path(PROGRAM), '-f', file, '-D', 'FOREGROUND'], {
    env: { ...process.env, LD_LIBRARY_PATH: apache.libraries },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    await stopProcess(program)
    rmSync(folder, { recursive: true, force: true })
  }
  await answers(port).catch(async (cause) => {
    const words = existsSync(log) ? readFileSync(log, 'utf8') : 'nothing in its log'
    await stop()
    throw new Error(`Apache did not start: ${words}`, { cause })
  })
  return { stop }
}

const fileOf = (module: string) => `usr/lib/apache2/modules/mod_${module}.so`
