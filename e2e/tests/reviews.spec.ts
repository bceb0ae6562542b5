import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { query } from '@gatehouse/server/test/processes.ts'
import { expectAccessibleInBoth } from '../accessible.ts'
import { expect, test } from '../console.ts'
import { hold } from '../hold.ts'
import { press, type, typeDay } from '../keyboard.ts'
import { Portal } from '../portal.ts'

test('an administrator starts a review, somebody without permissions decides, and it is completed, undone and signed, all by the keyboard', async ({
  admin,
  browser,
  product,
}) => {
  const reviewer = await admin.employ('Chitra', [])
  for (const name of ['Revati', 'Sarala', 'Tohin']) {
    const { email } = await admin.employ(name, [])
    await query(
      product.dataDir,
      `insert into assignments (id, user_id, application_id, client_id, role)
        select gen_random_uuid(), u.id, r.application_id, r.client_id, r.name from users u, application_roles r
        where u.email = '${email}' and r.role_id = 'EC-ACME-02'`,
    )
  }
  // Of all who have this role, the three are those with an end that is near.
  await query(
    product.dataDir,
    `update assignments set valid_until = now() + interval '40 days' where user_id in (
      select id from users where first_name in ('Revati', 'Sarala', 'Tohin'))`,
  )
  await admin.open('/dashboard/reviews', 'Access reviews')
  const { page } = admin
  await press(page, page.getByRole('button', { name: 'Start a review' }))
  const form = admin.dialog('Start a review')
  await type(page, form.getByLabel('Name', { exact: true }), 'Access that ends')
  await type(page, form.getByLabel('Ends within days'), '45')
  await expect(form.getByText('Assignments that match: 3')).toBeVisible()
  await typeDay(page, form.getByLabel('Due date'), new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10))
  await press(page, form.getByRole('button', { name: 'Start', exact: true }))
  await expect(form.getByText('Choose at least one reviewer')).toBeVisible()
  await type(page, form.getByRole('combobox', { name: 'Reviewers' }), 'Chitra')
  await expect(page.getByRole('option', { name: /Chitra Kapoor/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await press(page, form.getByRole('button', { name: 'Start', exact: true }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access that ends')
  await expect(page.getByText('0 of 3 decided')).toBeVisible()

  const own = new Portal(await browser.newPage({ baseURL: product.baseURL }), product)
  await own.page.goto('/dashboard/myReviews')
  await own.signIn(reviewer.email, reviewer.password)
  await own.page.getByRole('navigation', { name: 'Main' }).waitFor()
  await expect(own.page.getByRole('link', { name: 'My reviews Waiting for you: 3', exact: true })).toBeVisible()
  await own.page.getByRole('link', { name: 'Access that ends' }).click()
  const line = (name: string) => own.page.getByRole('row', { name: new RegExp(name) })
  await expect(line('Revati')).toBeVisible()
  await expectAccessibleInBoth(own.page, 'lines of a review')
  await own.page.keyboard.press('j')
  await expect(own.page.getByRole('checkbox', { name: /^Select Revati/ })).toBeFocused()
  await own.page.keyboard.press('j')
  await expect(own.page.getByRole('checkbox', { name: /^Select Sarala/ })).toBeFocused()
  const release = await hold(own.page, /decideLines/)
  await own.page.keyboard.press('Shift+R')
  // What is decided while the decision before is on its way is not lost.
  await own.page.keyboard.press('k')
  await own.page.keyboard.press('Shift+K')
  await release()
  await expect(line('Sarala')).toHaveCount(0)
  await expect(line('Revati')).toHaveCount(0)
  // The focus stays at its place, where the next line is now.
  await expect(own.page.getByRole('checkbox', { name: /^Select Tohin/ })).toBeFocused()
  await press(own.page, own.page.getByRole('button', { name: /^Shorten: Tohin/ }))
  const decide = own.page.getByRole('dialog', { name: 'Decide about this access' })
  await typeDay(
    own.page,
    decide.getByLabel('Last day'),
    new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10),
  )
  await type(own.page, decide.getByLabel('Reason'), 'Until the handover')
  await press(own.page, decide.getByRole('button', { name: 'Decide' }))
  await expect(own.page.getByText('Nothing waits for your decision here.')).toBeVisible()
  await expect(own.page.getByRole('link', { name: 'My reviews', exact: true })).toBeVisible()

  // As if it had been so at the start, when the facts are gathered; flagged lines are decided one by one.
  await query(
    product.dataDir,
    `update access_review_lines set flags = array['inactive']
      where user_id in (select id from users where first_name = 'Revati')`,
  )
  await page.reload()
  await expect(page.getByText('3 of 3 decided')).toBeVisible()
  await expectAccessibleInBoth(page, 'a review')
  await press(page, page.getByRole('button', { name: 'Complete', exact: true }))
  const complete = admin.dialog('Complete the review?')
  await expect(complete).toContainText('assignments to remove: 1, with an earlier end: 1')
  await press(page, complete.getByRole('button', { name: 'Complete', exact: true }))
  await expect(page.getByRole('row', { name: /Sarala.*Removed/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Revati.*Kept/ })).toBeVisible()
  await press(page, page.getByRole('button', { name: /^Give back: Sarala/ }))
  await press(page, admin.dialog('Give the access back?').getByRole('button', { name: 'Give back' }))
  await expect(page.getByRole('row', { name: /Sarala.*Given back/ })).toBeVisible()
  const files: string[] = []
  let digest = ''
  page.on('download', async (download) => {
    const bytes = await readFile(await download.path())
    if (download.suggestedFilename().endsWith('.csv')) digest = createHash('sha256').update(bytes).digest('hex')
    files.push(`${download.suggestedFilename().slice(-4)} ${bytes.length > 100}`)
  })
  await admin.chooseOfPage('Download the result')
  await expect.poll(() => files.toSorted()).toEqual(['.csv true', '.jws true'])
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('row', { name: /Sarala.*Given back/ })).toBeVisible()
  await page.emulateMedia({ media: null })
  // The browser prints the page as it is at this moment, on paper or as a PDF.
  const printing = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        window.print = () =>
          resolve(
            Array.from(
              document.querySelectorAll('.review-print :is(tbody tr, dl > div)'),
              (row) => row.textContent ?? '',
            ),
          )
      }),
  )
  await admin.chooseOfPage('Print')
  const printed = await printing
  const [facts, rows] = [printed.slice(0, -3).join('\n'), printed.slice(-3).toSorted()]
  expect(rows[0]).toMatch(/^Revati.*Inactive person;/)
  expect(rows[1]).toMatch(/^Sarala.*Given back/)
  // What ties the paper to the signed file, and what that file says of the whole review.
  expect(digest).toHaveLength(64)
  expect(facts).toContain(`SHA-256 of the signed file${digest}`)
  expect(page.url()).toContain(/Review id([\w-]{36})/.exec(facts)?.[1] ?? 'no id')
  expect(facts).toMatch(/Started.*\d/)
  expect(facts).toMatch(/Ended.*\d/)
  expect(facts).toMatch(/Reviewers.*Chitra Kapoor/)
  await own.page.close()
})
