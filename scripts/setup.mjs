import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'
import { failure, runQuietly } from './run.mjs'

/** The folder of the project, in which every command runs. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const MIN_NODE_MAJOR = 24
const LOCK = join(root, '.setup.lock')

/** Installs exactly the versions of package-lock.json, unless they are already in node_modules. */
export async function ensureInstalled() {
  const stamp = join(root, 'node_modules', '.install-stamp')
  if (stampIs(stamp, installHash())) return
  await withLock(LOCK, waiting, async () => {
    const hash = installHash()
    if (stampIs(stamp, hash)) return
    console.log('Installing packages (first run, about half a minute)…')
    rmSync(stamp, { force: true })
    const [npm, ...before] = npmCommand()
    // The development packages build the web app, so they are installed under NODE_ENV=production too.
    const args = [
      'ci',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--loglevel=error',
      '--include=dev',
      '--include=optional',
    ]
    const { code, output } = await runQuietly(npm, [...before, ...args], { cwd: root }).catch((error) => ({
      code: 1,
      output: error.message,
    }))
    if (code !== 0) throw failure(`${output.trim()}\n\nThe packages could not be installed: npm says why above.`)
    writeFileSync(stamp, hash)
  })
}

/**
 * The Node version that the project pins. It is an ordinary package, so package-lock.json fixes its content. On
 * platforms without that package (macOS, musl), the Node that runs this script must be new enough.
 */
export function pinnedNode() {
  const windows = process.platform === 'win32'
  const folder = `node-${windows ? 'win' : process.platform}-${process.arch}`
  const path = join(root, 'node_modules', folder, 'bin', windows ? 'node.exe' : 'node')
  if (existsSync(path) && canRunGlibc()) return path
  if (Number.parseInt(process.versions.node, 10) >= MIN_NODE_MAJOR) return process.execPath
  throw failure(
    `Node ${MIN_NODE_MAJOR} or later is needed: no packaged Node runs on ${process.platform}-${process.arch} here, and this one is ${process.version}.`,
  )
}

/** Builds the web app into web/dist when its sources changed since the last build. */
export const ensureWebBuilt = () =>
  ensureBuilt({
    name: 'web app',
    folder: 'web',
    sources: ['web', join('contract', 'src')],
    command: (next) => [
      join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
      ...['build', 'web', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'],
    ],
  })

/** Bundles the server into server/dist when its sources changed since the last time. */
export const ensureServerBuilt = () =>
  ensureBuilt({
    name: 'server',
    folder: 'server',
    sources: [join('server', 'src'), join('contract', 'src'), join('scripts', 'bundle-server.mjs')],
    command: (next) => [join(root, 'scripts', 'bundle-server.mjs'), next],
  })

/** Builds `dist` of a folder, unless it was built from the same sources. */
async function ensureBuilt({ name, folder, sources, command }) {
  const dist = join(root, folder, 'dist')
  const stamp = join(dist, '.build-stamp')
  if (stampIs(stamp, sourcesHash(sources))) return
  await withLock(LOCK, waiting, async () => {
    const hash = sourcesHash(sources)
    if (stampIs(stamp, hash)) return
    console.log(`Building the ${name}…`)
    const [next, old] = [join(root, folder, '.dist-next'), join(root, folder, '.dist-old')]
    const { code, output } = await runQuietly(pinnedNode(), command(next), {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (code !== 0) throw failure(`${output.trim()}\n\nThe ${name} could not be built: the reason stands above.`)
    writeFileSync(join(next, '.build-stamp'), hash)
    // Renamed as a whole: after a crash there is the former build or none, never a half.
    rmSync(old, { recursive: true, force: true })
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(next, dist)
    rmSync(old, { recursive: true, force: true })
  })
}

/** A folder for files that can be created again. */
export function cacheFolder(name) {
  const path = join(root, 'node_modules', '.cache', name)
  mkdirSync(path, { recursive: true })
  return path
}

function installHash() {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const manifests = manifest.workspaces.map((workspace) => join(workspace, 'package.json'))
  return hashOf(['package-lock.json', 'package.json', ...manifests], `${process.platform}-${process.arch}`)
}

function sourcesHash(sources) {
  const skip = new Set(['node_modules', 'dist', '.dist-next', '.dist-old'])
  const files = sources.flatMap((path) => (statSync(join(root, path)).isDirectory() ? filesBelow(path, skip) : [path]))
  return hashOf([...files, 'tsconfig.base.json', 'package-lock.json'], '')
}

function filesBelow(folder, skip) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !skip.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesBelow(path, skip) : [path]
    })
}

function hashOf(files, extra) {
  const hash = createHash('sha256').update(extra)
  for (const file of files) {
    const content = readFileSync(join(root, file))
    hash.update(`\0${file.split(sep).join('/')}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function stampIs(path, hash) {
  try {
    return readFileSync(path, 'utf8') === hash
  } catch {
    return false
  }
}

/** The npm that started this script, so that no other npm from PATH changes node_modules. */
function npmCommand() {
  const started = process.env.npm_execpath
  return started?.endsWith('npm-cli.js') ? [process.execPath, started] : ['npm']
}

function canRunGlibc() {
  const loader = { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' }[process.arch]
  return process.platform !== 'linux' || loader === undefined || existsSync(loader)
}

function waiting() {
  console.log('Another process is setting the project up; waiting for it…')
}
