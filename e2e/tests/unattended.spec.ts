import { expect, type Request } from '@playwright/test'
import { test } from '../console.ts'

const isUnattended = (request: Request) => request.headers()['x-eai-unattended'] === '1'

test('a page that stays open marks the calls that it makes by itself', async ({ admin, page }) => {
  const poll = (unattended: boolean) =>
    page.waitForRequest(
      (request) => new URL(request.url()).pathname === '/api/admin/messages' && isUnattended(request) === unattended,
    )
  await page.clock.install()
  const [first] = await Promise.all([poll(false), admin.open('/dashboard/messages', 'Messages')])
  expect(isUnattended(first)).toBe(false)

  const [, left] = await Promise.all([page.clock.fastForward('01:01'), poll(true)])
  expect(isUnattended(left)).toBe(true)

  await page.keyboard.press('Shift')
  const [, again] = await Promise.all([page.clock.fastForward('00:06'), poll(false)])
  expect(isUnattended(again)).toBe(false)
})
