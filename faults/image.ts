import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const PROGRAMS = ['/usr/bin/buildah', '/usr/sbin/debootstrap', '/usr/bin/unshare']
const CERTIFICATES = '/etc/ssl/certs'

/** Why no image is made on this machine, or `undefined`. */
export function whyNoImage(): string | undefined {
  if (process.getuid?.() !== 0) return 'It needs root.'
  const missing = PROGRAMS.find((path) => !existsSync(path))
  return missing && `${missing} is missing: install Debian's buildah and debootstrap.`
}

/** buildah, without a service and without namespaces, which not every machine allows. */
export function buildah(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('buildah', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
    env: { ...process.env, BUILDAH_ISOLATION: 'chroot', STORAGE_DRIVER: 'vfs' },
  })
  if (status !== 0) throw new Error(`buildah ${args[0]}: ${stderr.slice(-3000)}`)
  return stdout.trim()
}

/**
 * Builds the image of the `Dockerfile`. Its base images come from their registry or, where that cannot be reached, are made
 * of Debian's packages and the Node of this project.
 *
 * @returns a container of the image
 */
export function makeContainer(): string {
  const { NODE_VERSION, DEBIAN } = argumentsOf(readFileSync(join(root, 'Dockerfile'), 'utf8'))
  const [debian, node] = [
    `docker.io/library/debian:${DEBIAN}-slim`,
    `docker.io/library/node:${NODE_VERSION}-${DEBIAN}-slim`,
  ]
  if (!has(debian)) makeDebian(debian, DEBIAN as string)
  if (!has(node)) makeNode(node, debian)
  const user = join(process.env.HOME ?? '/root', '.npmrc')
  buildah(
    ...['build', '--format', 'docker', '--pull-never', '--network', 'host', '--tag', 'gatehouse'],
    // As the settings of npm on this machine say.
    ...[
      '--volume',
      `${CERTIFICATES}:${CERTIFICATES}:ro`,
      ...(existsSync(user) ? ['--volume', `${user}:/root/.npmrc:ro`] : []),
    ],
    ...['--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}/ca-certificates.crt`, '.'],
  )
  return buildah('from', '--pull-never', 'localhost/gatehouse')
}

const argumentsOf = (dockerfile: string): Record<string, string> =>
  Object.fromEntries([...dockerfile.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]))

function has(image: string): boolean {
  const isHere = spawnSync('buildah', ['inspect', '--type', 'image', image]).status === 0
  return isHere || spawnSync('buildah', ['pull', '--quiet', image], { timeout: 120_000 }).status === 0
}

function makeDebian(image: string, release: string) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-debian-'))
  try {
    const { status, stdout } = spawnSync('debootstrap', ['--variant=minbase', release, folder], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`debootstrap: ${stdout.slice(-1000)}`)
    const container = buildah('from', 'scratch')
    buildah('add', '--quiet', container, folder, '/')
    buildah('commit', '--quiet', '--rm', container, image)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function makeNode(image: string, debian: string) {
  const npm = join(spawnSync('npm', ['root', '--global'], { encoding: 'utf8' }).stdout.trim(), 'npm')
  const container = buildah('from', '--pull-never', debian)
  buildah('copy', '--quiet', container, process.execPath, '/usr/local/bin/node')
  buildah('copy', '--quiet', container, npm, '/usr/local/lib/node_modules/npm')
  buildah('run', container, 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm')
  buildah('commit', '--quiet', '--rm', container, image)
}
