import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    environment: 'node',
    include: ['faults/*.fault.ts'],
    // Each case wants the machine for itself.
    fileParallelism: false,
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    disableConsoleIntercept: true,
    watch: false,
  },
})
