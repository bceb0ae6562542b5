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
  // With SLOW_NETWORK=1 everything takes longer, by and by (slow-network.ts); each single thing is awaited as long.
  timeout: process.env.SLOW_NETWORK ? 600_000 : 120_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    launchOptions: launchOptions(),
    // Nothing here is about how things move.
    contextOptions: { reducedMotion: 'reduce' },
    // Without one, a press that never becomes possible says so only at the end of the test's time.
    actionTimeout: 30_000,
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
