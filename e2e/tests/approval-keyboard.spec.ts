import { aDraft, deleteDraft } from '../a-draft.ts'
import { expect, test } from '../console.ts'
import { hold } from '../hold.ts'
import { press, tabTo, type } from '../keyboard.ts'

test('a draft is made, changed and published, and the version before it is brought back, by the keyboard alone', async ({
  admin,
  page,
}) => {
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const heading = page.getByRole('heading', { level: 1 })
  const publishing = admin.dialog('Publish the draft?')
  const publish = async (reason: string) => {
    await press(page, button('Publish'))
    await expect(publishing).toBeVisible()
    await type(page, publishing.getByLabel('Reason'), reason)
    await press(page, publishing.getByRole('button', { name: 'Publish', exact: true }))
  }
  await admin.open('/dashboard/approvalVersions', 'Approval versions')

  await press(page, button('Make a draft'))
  const making = admin.dialog('Make a draft')
  await type(page, making.getByRole('combobox', { name: 'Application' }), 'Eclaims')
  await expect(page.getByRole('option', { name: 'Eclaims' })).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await expect(making.getByRole('combobox', { name: 'Application' })).toHaveValue('Eclaims')
  await type(page, making.getByLabel('Name'), 'More for Finance')
  await press(page, making.getByRole('button', { name: 'Create' }))
  await expect(heading).toHaveText('More for Finance')

  const finance = page.getByRole('row', { name: /^Finance.*Acme Insurance/ })
  await press(page, finance.getByRole('button', { name: /^Actions for/ }))
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.type('change')
  await expect(page.getByRole('menuitem', { name: 'Change what it approves' })).toBeFocused()
  await page.keyboard.press('Enter')
  const editing = admin.dialog('Finance')
  const limit = editing.getByLabel('Range To')
  await tabTo(page, limit)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('1200000')
  await press(page, editing.getByRole('button', { name: 'Save in the draft' }))
  await expect(editing).toBeHidden()
  await expect(finance).toContainText('₹12,00,000')

  await publish('Resolved by the board')
  const versions = page.getByRole('row')
  await expect(versions.nth(1)).toContainText('More for Finance')
  await expect(versions.nth(1)).toContainText('Counts now')

  await press(page, versions.nth(2).getByRole('button', { name: 'Actions for Version' }))
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.type('make')
  await expect(page.getByRole('menuitem', { name: 'Make a draft' })).toBeFocused()
  await page.keyboard.press('Enter')
  const restoring = page.locator('dialog[open]')
  await tabTo(page, restoring.getByLabel('Name'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Back again')
  await press(page, restoring.getByRole('button', { name: 'Create' }))
  await expect(heading).toHaveText('Back again')
  await publish('The board withdrew it')
  await expect(versions.nth(1)).toContainText('Back again')
  await expect(versions.nth(1)).toContainText(/Restores version \d+/)
})

test('the dialog that starts a replay, by the keyboard alone: it keeps the focus and what was chosen, and gives the focus back', async ({
  admin,
  page,
}) => {
  const { draftId } = await aDraft(admin, 'Replayed by keys')
  await admin.open('/dashboard/approvalVersions', 'Approval versions')
  const opening = page.getByRole('button', { name: 'Replay decisions', exact: true })
  const starting = admin.dialog('Replay decisions')

  await press(page, opening)
  const applications = starting.getByRole('combobox', { name: 'Application' })
  await expect(applications).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(starting).toBeHidden()
  await expect(opening).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(applications).toBeFocused()
  await page.keyboard.type('Eclaims')
  await expect(page.getByRole('option', { name: 'Eclaims' })).toHaveAttribute('data-highlighted')
  // The drafts of the application come after their field has the focus, and leave it there.
  const release = await hold(page, /approvalDrafts\/list/)
  await page.keyboard.press('Enter')
  await expect(applications).toHaveValue('Eclaims')
  const drafts = starting.getByRole('combobox', { name: 'Draft', exact: true })
  await tabTo(page, drafts)
  await release()
  await expect(drafts.getByRole('option', { name: 'Replayed by keys' })).toBeAttached()
  await expect(drafts).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(admin.dialog('Discard changes?')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(admin.dialog('Discard changes?')).toBeHidden()
  await expect(drafts).toBeFocused()

  await press(page, starting.getByRole('button', { name: 'Start' }))
  await expect(starting.getByRole('alert')).toBeVisible()
  // What failed is read out first; the fields are before it.
  await expect(starting.getByRole('alert')).toBeFocused()
  while (!(await drafts.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('Replayed')
  await expect(drafts).toHaveValue(draftId)

  await deleteDraft(admin, draftId)
})
