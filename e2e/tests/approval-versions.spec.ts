import { utimes, writeFile } from 'node:fs/promises'
import { query } from '@gatehouse/server/test/processes.ts'
import { aDraft } from '../a-draft.ts'
import { expectAccessible } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { expect, test } from '../console.ts'

test('a draft is made, compared and published, and the version before it is brought back', async ({ admin, page }) => {
  await admin.open('/dashboard/approvalVersions', 'Approval versions')
  const beginning = await admin.openNew('Make a draft', 'Make a draft')
  await admin.fill(beginning, { Application: 'Eclaims', Name: 'Half of Finance' })
  await beginning.getByRole('button', { name: 'Create' }).click()
  await arrived(page, (url) => url.searchParams.has('draft'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Half of Finance')

  // What the role may approve, in the draft only.
  await page.getByRole('searchbox', { name: 'Search' }).fill('Finance')
  const finance = page.getByRole('row', { name: /Finance.*Acme Insurance/ })
  await expect(finance).toContainText('Authorised Approval')
  await finance.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Change what it approves' }).click()
  const editing = admin.dialog('Finance')
  // The amount is shown without separators once the field has the focus.
  await editing.getByLabel('Range From').focus()
  await editing.getByLabel('Range From').fill('1000')
  await editing.getByLabel('Range To').focus()
  await editing.getByLabel('Range To').fill('500000')
  await editing.getByRole('button', { name: 'Save in the draft' }).click()
  await expect(editing).toBeHidden()
  await expect(finance).toContainText('₹1,000 to ₹5,00,000')
  await expect(finance).toContainText('Changed')
  // What stands half below the head of the page is not what is judged.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page, 'the roles of a draft')

  await page.getByRole('tab', { name: 'Comparison' }).click()
  await expect(page.getByText('Rules removed: 0')).toBeVisible()
  const row = page.getByRole('row', { name: /Claim Intimation.*Finance/ })
  await expect(row).toContainText('₹0 to ₹10,00,000')
  await expect(row).toContainText('Less authority')
  await expect(page.getByText(/Nobody approves ₹5,00,000.01 and more/).first()).toBeVisible()
  await expectAccessible(page, 'the comparison of a draft')

  // What only misses a bound is mended by one choice.
  await page.getByRole('button', { name: /^Mend this: Nobody approves ₹0 to ₹999.99/ }).click()
  const mending = admin.dialog('Mend this problem')
  await expect(
    mending.getByRole('radio', { name: '₹0 to ₹999.99 is added to what Finance may approve.' }),
  ).toBeChecked()
  await mending.getByRole('button', { name: 'Change the draft' }).click()
  await expect(mending).toBeHidden()
  await expect(page.getByText(/Nobody approves ₹5,00,000.01 and more/).first()).toBeVisible()
  await expect(page.getByText(/Nobody approves ₹0 to ₹999.99/)).toHaveCount(0)
  await page.getByRole('tab', { name: 'People' }).click()
  await expect(
    page.getByRole('table', { name: 'People' }).or(page.getByRole('region', { name: 'People' })),
  ).toContainText('Less authority')

  // A new error stands against publishing.
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const publishing = admin.dialog('Publish the draft?')
  await expect(publishing.getByText('New errors: mend them before you publish')).toBeVisible()
  await expect(publishing.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
  await page.keyboard.press('Escape')

  // Mended: the role gets more than before, and the gap of today becomes smaller.
  await page.getByRole('tab', { name: 'Roles' }).click()
  await page.getByRole('radio', { name: 'Changes' }).check({ force: true })
  await finance.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Change what it approves' }).click()
  await editing.getByLabel('Range To').focus()
  await editing.getByLabel('Range To').fill('1200000')
  await editing.getByRole('button', { name: 'Save in the draft' }).click()
  await expect(editing).toBeHidden()
  // It gets a date, which is called off again.
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  // It restores nothing, and says so.
  await expect(publishing.getByRole('list', { name: 'Errors that exist today', exact: true })).toBeVisible()
  await publishing.getByLabel('Reason').fill('Resolved by the board')
  await publishing.getByRole('checkbox', { name: 'From a date' }).check()
  const dating = publishing.getByRole('button', { name: 'Set the date' })
  await expect(dating).toBeDisabled()
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  await publishing.getByLabel('Date and time').fill(`${day}T09:30`)
  await expectAccessible(page, 'publishing from a date', publishing)
  await dating.click()
  const dated = page.getByRole('status').filter({ hasText: /^Publishes on .*9:30/ })
  await expect(dated).toContainText('Reason: Resolved by the board')
  expect(await admin.menu('Half of Finance')).not.toContain('Delete the draft')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Approval versions' }).last().click()
  await expect(page.getByRole('row', { name: /Half of Finance/ })).toContainText(/Publishes on .*9:30/)
  await page.getByRole('link', { name: 'Half of Finance' }).click()
  await dated.getByRole('button', { name: 'Call it off' }).click()
  const callingOff = admin.dialog('Call the date off?')
  await callingOff.getByRole('button', { name: 'Call it off' }).click()
  await expect(dated).toBeHidden()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await publishing.getByLabel('Reason').fill('Resolved by the board')
  await publishing.getByRole('button', { name: 'Publish', exact: true }).click()
  await arrived(page, (url) => url.searchParams.get('view') === 'versions')
  const versions = page.getByRole('row')
  await expect(versions.nth(1)).toContainText('Half of Finance')
  await expect(versions.nth(1)).toContainText('Resolved by the board')
  await expect(versions.nth(1)).toContainText('Counts now')
  await expectAccessible(page, 'the versions of a matrix')

  await versions.nth(2).getByRole('button', { name: 'Actions for Version' }).click()
  await page.getByRole('menuitem', { name: 'Make a draft' }).click()
  const restoring = page.locator('dialog[open]')
  await restoring.getByLabel('Name').fill('Back again')
  await restoring.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Back again')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(
    publishing.getByRole('list', { name: 'Errors that exist today, or did in the version that is restored' }),
  ).toBeVisible()
  await publishing.getByLabel('Reason').fill('The board withdrew it')
  await publishing.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(versions.nth(1)).toContainText('Back again')
  await expect(versions.nth(1)).toContainText(/Restores version \d+/)

  // Where the versions are, there is the routing, which is changed in a draft, too.
  const routing = page.getByRole('region', { name: 'Approval routing' })
  await expect(routing).toContainText('up to the final approval')
  await routing.getByRole('button', { name: 'Change it in a draft' }).click()
  await admin.fill(page.locator('dialog[open]'), { Name: 'Straight to the first' })
  await page.locator('dialog[open]').getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Change the routing' }).click()
  const choosing = admin.dialog('Change the routing')
  await choosing.getByRole('radio', { name: 'The first level that is enough' }).check()
  await expect(choosing.getByLabel('How many of them')).toHaveCount(0)
  await choosing.getByRole('radio', { name: 'Some of them' }).check()
  await choosing.getByLabel('How many of them').selectOption('3')
  await choosing.getByRole('radio', { name: 'It ends' }).check()
  await choosing.getByRole('radio', { name: 'A catch-all role approves it' }).check()
  await admin.pick(choosing.getByRole('combobox', { name: 'Catch-all role' }), 'Director')
  await expectAccessible(page, 'the routing of a draft', choosing)
  await choosing.getByRole('button', { name: 'Save in the draft' }).click()
  await expect(choosing).toBeHidden()
  const tab = page.getByRole('tabpanel', { name: 'Approval routing' })
  await expect(tab).toContainText('Higher ones are not asked.')
  await expect(tab).toContainText('Of roles with the same sequence and action, 3 approve, each by another person')
  await expect(tab).toContainText('What no row covers is approved by the role Director.')
  await expect(tab).toContainText('Changed')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(publishing.getByText('Routing in the draft')).toBeVisible()
  await expect(publishing.getByText('A rejection ends the document.', { exact: false })).toBeVisible()
  await expect(publishing.getByText('Director and Finance', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await tab.getByRole('button', { name: 'Undo this change' }).click()
  await expect(tab).toContainText('up to the final approval')
  await admin.chooseOfPage('Delete the draft')
  await admin.dialog('Delete the draft?').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Approval versions')
})

test('what one asks for, a second person sends back and then confirms, and so the asking ends', async ({
  admin,
  page,
  product,
  signIn,
}) => {
  const [application] = await admin.list<{ _id: string }>('/api/admin/options?kind=applications&search=Eclaims')
  const applicationId = application?._id ?? ''
  const lists = `/dashboard/approvalVersions?applicationId=${applicationId}`
  const found = `from application_roles r join applications a on a.id = r.application_id
    where a.name = 'Eclaims' and r.role_id = 'EC-ACME-04'`
  const [role] = await query<{ id: string; limit: string; sequence: number }>(
    product.dataDir,
    `select r.id, r.range_to as limit, r.sequence ${found}`,
  )
  const other = await signIn(await admin.employ('Saakshi', ['approvals:read', 'approvals:write']), null)
  await page.goto(lists)
  const setting = page.getByRole('region', { name: 'Second person' })
  await setting.getByRole('button', { name: 'Ask a second person' }).click()
  const starting = admin.dialog('Ask a second person from now on?')
  await starting.getByRole('button', { name: 'Ask a second person' }).click()
  await expect(setting).toContainText('Another person confirms every change')

  const { draftId } = await aDraft(admin, 'Four eyes')
  await admin.call('/api/admin/approvalDrafts/saveRole', {
    ...{ draftId, revision: 1, roleId: role?.id, actionOfRole: 'Authorised Approval', sequence: 3, regions: ['All'] },
    ...{ rangeFrom: 0, rangeTo: 1200000, bounds: '[]' },
  })
  const draft = `/dashboard/approvalVersions?draft=${draftId}`
  const askToPublish = async () => {
    await page.getByRole('button', { name: 'Ask to publish' }).click()
    const asking = admin.dialog('Ask a second person to publish?')
    await asking.getByLabel('Reason').fill('Resolved by the board')
    await asking.getByRole('button', { name: 'Ask', exact: true }).click()
    await expect(page.getByText('You have asked a second person to publish this draft.')).toBeVisible()
  }
  await page.goto(draft)
  await askToPublish()
  await expect(page.getByRole('button', { name: 'Ask to publish' })).toBeHidden()
  await expectAccessible(page, 'a draft that waits for a second person')

  await other.page.goto(draft)
  await expect(other.page.getByRole('status').filter({ hasText: 'Reason: Resolved by the board' })).toBeVisible()
  await other.page.getByRole('button', { name: 'Send back' }).click()
  await other.dialog('Send it back?').getByLabel('What is to be done').fill('Say which resolution')
  await other.dialog('Send it back?').getByRole('button', { name: 'Send back' }).click()
  await expect(other.page.getByRole('alert').filter({ hasText: 'Say which resolution' })).toBeVisible()

  await page.reload()
  await expect(page.getByText('Say which resolution')).toBeVisible()
  await askToPublish()
  await other.page.reload()
  await other.page.getByRole('button', { name: 'Confirm', exact: true }).click()
  const confirming = other.dialog('Confirm and publish?')
  await expect(confirming.getByText('Rules changed: ', { exact: false })).toBeVisible()
  await expectAccessible(other.page, 'confirming a draft', confirming)
  await confirming.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(other.page.getByRole('row').nth(1)).toContainText('Confirmed by Saakshi Kapoor')
  await expect(other.page.getByRole('row').nth(1)).toContainText('Four eyes')

  await page.goto(lists)
  await setting.getByRole('button', { name: 'Ask to stop this' }).click()
  const stopping = admin.dialog('Ask no second person any more?')
  await stopping.getByLabel('Reason').fill('Only two of us are left')
  await stopping.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(setting).toContainText('You have asked that no second person confirms any more.')
  await other.page.goto(lists)
  const theirs = other.page.getByRole('region', { name: 'Second person' })
  await theirs.getByRole('button', { name: 'Confirm', exact: true }).click()
  await other.dialog('Ask no second person any more?').getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(theirs).toContainText('Nobody else confirms')
  await query(
    product.dataDir,
    `update application_roles set range_to = ${role?.limit}, sequence = ${role?.sequence} where id = '${role?.id}'`,
  )
})

test('a sheet is read, its marks are given a meaning, and what is left becomes a draft', async ({
  admin,
  page,
}, testInfo) => {
  await admin.open('/dashboard/approvalVersions', 'Approval versions')
  await admin.openNew('Import a sheet', 'Import a sheet')
  const importing = admin.dialog('Import a sheet')
  const sheet = 'Role,Highest,Up to 5 lakh,Above 5 lakh\nFinance,20000,x,\nTreasury,,x,x\n'
  await admin.fill(importing, {
    ...{ Application: 'Eclaims', Name: 'From the sheet', 'Client of lines that name none': 'Acme Insurance' },
  })
  await test.step('the lists of the old portal make what is missing, once that is chosen', async () => {
    const listed = { roleName: 'Surveyor', pageName: 'Survey Note', roleData: [] }
    const lists = testInfo.outputPath('portal.json')
    await writeFile(lists, JSON.stringify({ documentApprovalMaster: [listed] }))
    await importing.getByLabel('Sheet or export').setInputFiles(lists)
    await importing.getByRole('button', { name: 'Check file' }).click()
    await expect(importing.getByRole('list', { name: 'Not understood' })).toContainText('has no page “Survey Note”')
    await expect(importing.getByRole('list', { name: 'Roles' })).toHaveText('Surveyor (Acme Insurance)')
    await expect(importing.getByRole('list', { name: 'Pages' })).toHaveText('Survey Note')
    const choice = importing.getByLabel('Make the roles and pages that are missing')
    await expect(choice).not.toBeChecked()
    await choice.check()
    await importing.getByRole('button', { name: 'Check again' }).click()
    await expect(importing.getByText('Understood: 1 of 1 lines')).toBeVisible()
    await expect(importing.getByRole('list', { name: 'Not understood' })).toBeHidden()
    await expect(importing.getByRole('button', { name: 'Make the draft' })).toBeEnabled()
    await expectAccessible(page, 'what is missing of the old portal', importing)
  })
  // It is corrected on the disk after it was chosen, and chosen once more.
  const path = testInfo.outputPath('authority.csv')
  const chosen = importing.getByLabel('Sheet or export')
  await writeFile(path, 'Role\n')
  await utimes(path, 1, 1)
  await chosen.setInputFiles(path)
  await expect(chosen).toHaveValue('')
  await writeFile(path, sheet)
  await importing.getByRole('button', { name: 'Check again' }).click()
  await expect(importing.getByRole('alert')).toHaveText('This file was changed since you chose it. Choose it again.')
  await chosen.setInputFiles(path)
  await expect(importing.getByLabel('Make the roles and pages that are missing')).not.toBeChecked()
  await importing.getByRole('button', { name: 'Check again' }).click()
  const unclear = importing.getByRole('list', { name: 'Not understood' })
  await expect(unclear).toContainText('“x” is a mark. Choose what marks mean.')
  await expect(unclear).toContainText('The column “Highest” has amounts')
  await expect(importing.getByLabel('Column B: Highest')).toHaveValue('')
  await importing.getByLabel('What a mark such as x means').selectOption('Authorised Approval')
  await importing.getByLabel('Column B: Highest').selectOption('Ignored')
  await importing.getByRole('button', { name: 'Check again' }).click()
  await expect(unclear).toContainText('There is no role “Treasury” for Acme Insurance.')
  await expect(unclear).toContainText('Line 3')
  await expect(unclear).not.toContainText('Highest')
  await expect(importing.getByRole('list', { name: 'What was understood' })).toContainText('₹0 to ₹5,00,000')
  await expectAccessible(page, 'what was understood of a sheet', importing)
  const making = importing.getByRole('button', { name: 'Make the draft' })
  await expect(making).toBeDisabled()
  await importing.getByLabel('Leave out the lines that were not understood').check()
  await making.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('From the sheet')
  await expect(page.getByRole('row', { name: /Claim Intimation.*Finance/ })).toContainText('₹0 to ₹5,00,000')
  const [file] = await Promise.all([page.waitForEvent('download'), admin.chooseOfPage('Download as xlsx')])
  expect(file.suggestedFilename()).toBe('approval-matrix Eclaims, From the sheet.xlsx')
  await admin.chooseOfPage('Delete the draft')
  await admin.dialog('Delete the draft?').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Approval versions')
})

test('what was changed on the screens too is kept or undone before it is published', async ({
  admin,
  page,
  product,
}) => {
  const { draftId } = await aDraft(admin, 'Twice')
  const found = `select r.id from application_roles r join applications a on a.id = r.application_id
    where a.name = 'Eclaims' and r.role_id = 'EC-ACME-04'`
  const [role] = await query<{ id: string }>(product.dataDir, found)
  await admin.call('/api/admin/approvalDrafts/saveRole', {
    ...{ draftId, revision: 1, roleId: role?.id, actionOfRole: 'Authorised Approval', sequence: 3, regions: ['All'] },
    ...{ rangeFrom: null, rangeTo: 1500000 },
  })
  await query(product.dataDir, `update application_roles set sequence = sequence + 1 where id = '${role?.id}'`)
  await page.goto(`/dashboard/approvalVersions?draft=${draftId}&changed=true`)
  await expect(page.getByRole('alert')).toContainText('Changes of the same records in this draft: 1')
  const row = page.getByRole('row', { name: /Finance/ })
  await expect(row).toContainText('Changed in both places')
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Keep this change' }).click()
  await expect(row).not.toContainText('Changed in both places')
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Undo this change' }).click()
  await expect(page.getByText('This draft changes no such role.')).toBeVisible()
  await admin.chooseOfPage('Delete the draft')
  await admin.dialog('Delete the draft?').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Approval versions')
  await query(product.dataDir, `update application_roles set sequence = sequence - 1 where id = '${role?.id}'`)
})
