import { query } from '@gatehouse/server/test/processes.ts'
import { expect, test } from '../portal.ts'

const SENT = 'Reset Password link was sent to your email successfully'

test('after unusually many requests the browser does a proof of work by itself, and says so without workers', async ({
  page,
  product,
  portal,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => request.url().includes('/solver-') && loaded.push(request.url()))
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/requestRequestPassword')) answers.push(response.status())
  })
  const ask = async () => {
    await page.getByLabel('Email ID').fill(portal.newcomer().email)
    await page.getByRole('button', { name: 'Submit' }).click()
  }
  await page.goto('/forgetpassword')
  await ask()
  await expect(page.getByText(SENT)).toBeVisible()
  // In quiet times nothing of it is loaded.
  expect([loaded, answers]).toEqual([[], [200]])

  // The easiest work. Three closed buckets would ask for sixteen times as much, which can take half a minute.
  await query(
    product.dataDir,
    `update throttles set blocked_until = now() + interval '10 minutes' where bucket = 'resets-many'`,
  )
  try {
    await page.goto('/forgetpassword')
    await ask()
    await expect(page.getByText(SENT)).toBeVisible()
    expect([loaded.length, answers]).toEqual([1, [200, 428, 200]])

    await page.addInitScript(() => {
      window.Worker = class {
        constructor() {
          throw new Error('no workers here')
        }
      } as unknown as typeof Worker
    })
    await page.goto('/forgetpassword')
    await ask()
    await expect(page.getByRole('alert')).toContainText('this browser cannot do the check')
  } finally {
    await query(product.dataDir, `delete from throttles where bucket like 'resets-%'`)
  }
})
