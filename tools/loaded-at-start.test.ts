import { expect, test } from 'vitest'
import { importsOf, textOf } from './sources.ts'

// A package that every server loads costs time at each start and memory all the time, used or not. A package that is
// rarely needed is loaded at its first use: `await import(…)`.
const LOADED = [
  '@fastify/compress',
  '@fastify/cookie',
  '@fastify/formbody',
  '@fastify/multipart',
  '@fastify/proxy-addr',
  '@fastify/static',
  '@node-rs/argon2',
  'fastify',
  'ipaddr.js',
  'pg',
  'pino',
  'sql-template-tag',
  'uuid',
  'zod',
]

test('a server loads exactly the listed packages at its start', () => {
  const files = new Set(['server/src/main.ts', 'server/src/start-on.ts'])
  const packages = new Set<string>()
  for (const file of files) {
    const imported = importsOf(file, textOf(file).replaceAll(/^import type [^;]*?'$|\bimport\(.*?\)/gms, ''))
    for (const target of imported.files) files.add(target)
    for (const name of imported.packages) packages.add(name)
  }
  expect(files).toContain('server/src/oidc/handler.ts')
  expect([...packages].sort()).toEqual(LOADED)
})
