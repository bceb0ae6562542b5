import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const serverSetup = 'server/test/global-setup.ts'

export default defineConfig({
  test: {
    environment: 'node',
    include: [
      'contract/src/**/*.test.ts',
      'server/**/*.test.ts',
      'web/src/**/*.test.{ts,tsx}',
      'sample-app/src/**/*.test.ts',
      'tools/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**', 'e2e/**'],
    globalSetup: existsSync(serverSetup) ? [serverSetup] : [],
    pool: 'forks',
    maxWorkers: 2,
    // A busy machine may take long; what must be quick is measured where it is said.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    allowOnly: false,
    watch: false,
  },
})
