import { expect, test } from 'vitest'
import { textOf } from './sources.ts'

/**
 * The first versions without the vulnerabilities that docs/security.md lists. A package that is not installed passes.
 */
const MINIMUM = {
  fastify: '5.12.2',
  '@fastify/static': '10.1.2',
  '@fastify/multipart': '9.0.3',
  '@fastify/middie': '9.2.0',
  koa: '3.1.2',
  'oidc-provider': '9.11.0',
  liquidjs: '10.26.0',
  nodemailer: '9.0.1',
  'smtp-server': '3.18.3',
  'sanitize-html': '2.18.0',
}

type Locked = {
  version?: string
  integrity?: string
  link?: boolean
  optionalDependencies?: Record<string, string>
}

const text = textOf('package-lock.json')
const { packages } = JSON.parse(text) as { packages: Record<string, Locked> }

test.each(Object.entries(MINIMUM))('%s is %s or later in every place where it is installed', (name, minimum) => {
  const old = Object.entries(packages).filter(
    ([path, { version }]) => path.endsWith(`node_modules/${name}`) && version && isOlder(version, minimum),
  )
  expect(old.map(([path, { version }]) => `${path} ${version}`)).toEqual([])
})

test('the lock file names no registry, so that every installation uses its own', () => {
  expect(text).not.toContain('"resolved": "http')
})

test('every package is pinned by its integrity hash', () => {
  const loose = Object.entries(packages).filter(
    ([path, locked]) => path.includes('node_modules/') && !locked.link && !locked.integrity,
  )
  expect(loose.map(([path]) => path)).toEqual([])
})

test('the lock file contains the packages of every platform, which npm ci requires', () => {
  const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)))
  const missing = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies).filter((name) => !names.has(name)),
  )
  expect(missing).toEqual([])
})

test('Node is the same version on every platform', () => {
  const versions = ['linux-x64', 'linux-arm64', 'win-x64'].map((name) => packages[`node_modules/node-${name}`]?.version)
  expect(new Set(versions).size).toBe(1)
})

function isOlder(version: string, minimum: string): boolean {
  const [a, b] = [version, minimum].map((text) => text.split(/[.-]/).slice(0, 3).map(Number))
  for (const [index, part] of (b ?? []).entries()) {
    const difference = (a?.[index] ?? 0) - part
    if (difference !== 0) return difference < 0
  }
  return false
}
