import { defineConfig } from '@playwright/test'
import { launchOptions } from './browser.ts'

export default defineConfig({
  testDir: 'tests',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  // Each worker starts its own product.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // SLOW_NETWORK=1 delays every request (slow-network.ts), so tests take longer as a whole; single waits keep their
  // limits. A whole test may take long on a busy machine: what hangs is ended by the limits of its waits.
  timeout: process.env.SLOW_NETWORK ? 600_000 : 240_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    launchOptions: launchOptions(),
    // No test is about animations.
    contextOptions: { reducedMotion: 'reduce' },
    // Without this limit, a click on a control that never becomes enabled would fail only at the end of the test's
    // time.
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
