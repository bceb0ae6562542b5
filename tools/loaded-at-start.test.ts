import { expect, test } from 'vitest'
import { importsOf, textOf } from './sources.ts'

// What every server loads, used or not, costs each of them time at the start and memory for as long as it runs. What only
// some uses need is loaded by the first one: `await import(…)`.
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

test('a server loads no other packages before they are used', () => {
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
