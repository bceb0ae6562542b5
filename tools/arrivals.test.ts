import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..', 'e2e')

// The address changes before its page is shown, so the next step would act on the previous page.
test('browser tests wait for an address of the portal with `arrived`', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.includes('node_modules') && file !== 'arrived.ts',
  )
  const waits = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/waitForURL\((?:'\*\*|\/(?!error))[^\n]*/g)].map(
      ([wait]) => `${file}: ${wait}`,
    ),
  )
  expect(files.length).toBeGreaterThan(50)
  expect(waits).toEqual([])
})
