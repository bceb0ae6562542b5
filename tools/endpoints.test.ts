import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..', 'contract', 'src')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.ts$/.test(name))

const isEndpoint = (value: unknown): value is { method: string; path: string } =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value

test('every declared call is walked by the tests and described in the API document', async () => {
  const listed = new Set(ENDPOINTS.map(({ method, path }) => `${method} ${path}`))
  const missing: string[] = []
  for (const file of files)
    for (const value of Object.values((await import(join(folder, file))) as Record<string, unknown>))
      if (isEndpoint(value) && !listed.has(`${value.method} ${value.path}`))
        missing.push(`${value.method} ${value.path}`)
  expect(missing).toEqual([])
})
