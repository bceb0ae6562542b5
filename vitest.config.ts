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
      'client/src/**/*.test.ts',
      'sample-app/src/**/*.test.ts',
      'tools/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**', 'e2e/**'],
    globalSetup: existsSync(serverSetup) ? [serverSetup] : [],
    pool: 'forks',
    // Loading the server anew for each file took a third of the run. Files share processes, not databases; what a file
    // changes in its process, such as the clock, it sets back.
    isolate: false,
    // Many tests wait for processes, so more workers than cores keep the cores busy.
    maxWorkers: 4,
    // A busy machine may take long; what must be quick is measured where it is said.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    allowOnly: false,
    watch: false,
  },
})
