import { query } from '@gatehouse/server/test/processes.ts'
import { aDraft, deleteDraft } from '../a-draft.ts'
import { type Console, expect, test } from '../console.ts'
import { hold } from '../hold.ts'

const SAVE = 'Save in the draft'

/** The roles of a draft, with the form of one of them open. */
async function openForm({ page }: Console, draftId: string, role: RegExp) {
  await page.goto(`/dashboard/approvalVersions?draft=${draftId}`)
  await page
    .getByRole('row', { name: role })
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Change what it approves' }).click()
  return page.locator('dialog[open]')
}

test('of two people in one draft each saves their own role; of one role the second is told who was first', async ({
  admin,
  problems,
  product,
  signIn,
}) => {
  const { draftId } = await aDraft(admin, 'Written together')
  const other = await signIn(await admin.employ('Tara', ['approvals:read', 'approvals:write']))
  const mine = await openForm(admin, draftId, /^Finance.*Acme Insurance/)
  const theirs = await openForm(other, draftId, /^Director.*Acme Insurance/)
  await theirs.getByLabel('Sequence').fill('7')
  await theirs.getByRole('button', { name: SAVE }).click()
  await expect(theirs).toBeHidden()
  await mine.getByLabel('Sequence').fill('6')
  await mine.getByRole('button', { name: SAVE }).click()
  await expect(mine).toBeHidden()

  const again = await openForm(admin, draftId, /^Finance.*Acme Insurance/)
  const same = await openForm(other, draftId, /^Finance.*Acme Insurance/)
  await same.getByLabel('Sequence').fill('8')
  await same.getByRole('button', { name: SAVE }).click()
  await expect(same).toBeHidden()
  await again.getByLabel('Sequence').fill('9')
  await again.getByRole('button', { name: SAVE }).click()
  await expect(again.getByRole('alert')).toContainText('This was changed in the draft in the meantime. Open it again.')
  await expect(again.getByRole('alert')).toContainText('Who changed it: Tara')
  await expect(again.getByLabel('Sequence')).toHaveValue('9')

  // The draft ends while the form is open.
  await other.call('/api/admin/approvalDrafts/delete', { draftId })
  await again.getByRole('button', { name: SAVE }).click()
  await expect(again.getByRole('alert')).toContainText('This draft was deleted in the meantime.')
  await expect(again.getByLabel('Sequence')).toHaveValue('9')
  expect(await query(product.dataDir, `select 1 from approval_draft_edits where draft_id = '${draftId}'`)).toEqual([])
  // The calls about a draft that is gone.
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
  problems.length = 0
})

test('a part of a draft that is on its way is said, and drawn as lines where it will stand', async ({
  admin,
  page,
}) => {
  const { draftId } = await aDraft(admin, 'On its way')
  await page.setViewportSize({ width: 390, height: 844 })
  const goOn = await hold(page, /\/api\/admin\/approvalDrafts\/compare/)
  await page.goto(`/dashboard/approvalVersions?draft=${draftId}&view=comparison`)
  const panel = page.getByRole('tabpanel')
  await expect(panel.locator('.bones')).toHaveText('Loading…')
  await expect(panel.locator('.spinner')).toHaveCount(0)
  await goOn()
  await expect(panel.getByText('This draft changes nothing.')).toBeVisible()
  await expect(panel.locator('.bones')).toHaveCount(0)
  await deleteDraft(admin, draftId)
})
