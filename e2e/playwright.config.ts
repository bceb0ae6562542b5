import { defineConfig } from '@playwright/test'
import { launchOptions } from './browser.ts'

export default defineConfig({
  testDir: 'tests',
  outputDir: '../test-results',
  // Each worker starts a product of its own.
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: { browserName: 'chromium', launchOptions: launchOptions(), trace: 'off', screenshot: 'only-on-failure' },
})
