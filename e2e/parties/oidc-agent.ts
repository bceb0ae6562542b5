import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from '@playwright/test'
import { stopProcess } from '../product.ts'
import { type Found, findPackages } from './debian.ts'
import type { Registered } from './registration.ts'

const PROGRAMS = ['oidc-agent', 'oidc-add', 'oidc-gen', 'oidc-token'].map((name) => `usr/bin/${name}`)
const NAME = 'portal'
const PASSWORD = ['--pw-cmd', 'echo of-this-test-only']

/** @throws Error with the reason if oidc-agent is not available */
export const findOidcAgent = (): Found => findPackages(['oidc-agent-cli'], PROGRAMS)

/** oidc-agent for one person at a terminal, with its own folder. */
export class OidcAgent {
  readonly #found: Found
  readonly #folder = mkdtempSync(join(tmpdir(), 'gatehouse-agent-'))
  readonly #env: Record<string, string | undefined>
  readonly #agent: ChildProcess

  constructor(found: Found) {
    const socket = join(this.#folder, 'socket')
    this.#found = found
    this.#env = {
      ...process.env,
      LD_LIBRARY_PATH: found.libraries,
      OIDC_CONFIG_DIR: this.#folder,
      OIDC_SOCK: socket,
    }
    this.#agent = this.#spawn('oidc-agent', ['--console', '--no-scheme', '--socket-path', socket])
  }

  /** Signs a person in, who opens the address that it prints. It waits for the answer at the redirect address. */
  async signIn(portal: string, { id, secret }: Registered, origin: string, open: (address: string) => Promise<void>) {
    await expect(() => this.#run('oidc-add', ['--loaded'])).toPass({ timeout: 10_000, intervals: [50] })
    const generating = this.#spawn('oidc-gen', [
      ...['--issuer', portal, '--client-id', id, '--client-secret', secret, '--redirect-uri', origin],
      ...['--scope', 'openid profile email offline_access', '--flow', 'code', '--no-scheme', '--no-url-call'],
      ...['--prompt', 'none', '--confirm-default', ...PASSWORD, NAME],
    ])
    const ended = once(generating, 'exit')
    if (generating.stderr === null) throw new Error('oidc-gen says nothing')
    const said: string[] = []
    for await (const line of createInterface({ input: generating.stderr })) {
      said.push(line)
      const [address] = /http\S+\/oauth2\/authorize\S+/.exec(line) ?? []
      if (address !== undefined) await open(address)
    }
    const [code] = await ended
    expect(code, said.join('\n')).toBe(0)
  }

  /** An access token: the current one, or a new one by its refresh token. */
  token(isNew = false) {
    return this.#run('oidc-token', [...(isNew ? ['--force-new'] : []), NAME])
  }

  /** Revokes the refresh token and deletes the stored data of the person. */
  signOut() {
    this.#run('oidc-gen', ['--delete', '--confirm-yes', ...PASSWORD, NAME])
  }

  async stop() {
    await stopProcess(this.#agent)
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #spawn(program: string, args: string[]): ChildProcess {
    // The agent ends with this process, even if that is killed.
    return spawn('setpriv', ['--pdeathsig', 'TERM', this.#pathOf(program), ...args], {
      env: this.#env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  }

  #run(program: string, args: string[]): string {
    const { status, stdout, stderr } = spawnSync(this.#pathOf(program), args, { env: this.#env, encoding: 'utf8' })
    expect(status, stdout + stderr).toBe(0)
    return stdout.trim()
  }

  #pathOf(program: string) {
    return this.#found.path(`usr/bin/${program}`)
  }
}
