import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { example } from './guide.ts'
import { type Running, serve } from './programs.ts'
import type { Registered } from './registration.ts'

const library = fileURLToPath(import.meta.resolve('oidc-client-ts'))
const MODULES: Record<string, string> = {
  '/oidc-client-ts.js': library,
  // The modules that oidc-client-ts imports.
  '/jwt-decode.js': createRequire(library).resolve('jwt-decode').replace('/cjs/', '/esm/'),
}

const page = (script: string) => `<!doctype html><title>Single page</title><h1>…</h1>
<script type="importmap">
  { "imports": { "oidc-client-ts": "/oidc-client-ts.js", "jwt-decode": "/jwt-decode.js" } }
</script>
<script type="module">${script}</script>`

const PAGES: Record<string, string> = {
  '/': page(`
    import { signIn } from '/app.js'
    const user = await signIn()
    if (user) document.querySelector('h1').textContent = 'Signed in as ' + user.profile.name`),
  '/signed-out': page(`document.querySelector('h1').textContent = 'Signed out'`),
  '/silent': page(`
    import { UserManager } from 'oidc-client-ts'
    await new UserManager({}).signinSilentCallback()`),
}

/**
 * The single page of the guide with oidc-client-ts from its package, served under every name of this machine.
 *
 * @param settings replaces some of its settings
 */
export function startSinglePageApp(
  portal: string,
  { id }: Registered,
  port: number,
  settings: Record<string, string> = {},
): Promise<Running> {
  const places = { 'https://portal.example.com': portal, APPLICATION_ID: id, ...settings }
  return serve((request, response) => {
    const [type, text] = find(request, places)
    response.writeHead(type === null ? 404 : 200, { 'content-type': type ?? 'text/plain' }).end(text)
  }, port)
}

function find({ url = '/', headers }: IncomingMessage, places: Record<string, string>): [string | null, string] {
  const [path = '/'] = url.split('?')
  if (PAGES[path] !== undefined) return ['text/html', PAGES[path]]
  if (MODULES[path] !== undefined) return ['text/javascript', readFileSync(MODULES[path], 'utf8')]
  if (path !== '/app.js') return [null, 'Not found']
  const own = { 'https://app.example.com': `http://${headers.host}` }
  return ['text/javascript', example('A single page', 'js', { ...places, ...own })]
}
