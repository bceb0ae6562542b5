import { expect, test } from '../console.ts'

test('a price quote is saved, changed and deleted, and Cancel clears the form', async ({ admin, signIn }) => {
  // Other tests save quotes as the administrator.
  const own = await signIn(await admin.employ('Qimat', []), '/dashboard/priceQuote')
  const { page } = own
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Price Quote')
  await expect(main.getByText('What you save is kept here as a draft. Only you see it.')).toBeVisible()
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(main.getByLabel('Client Name')).toHaveAccessibleDescription('Client Name is required')
  await expect(main.getByLabel('Product Type')).toHaveAccessibleDescription('Product Type is required')
  await expect(main.getByLabel('Client Name')).toBeFocused()

  const quote = {
    'Client Name': 'Sundaram Motors',
    'Product Type': 'Retail-Text',
    'Sales Volume': '12000',
    'Intervention%': '4.5',
    'ROS%': '60',
    'TOW%': '40',
    'ROS Avg Km': '18',
    'TOW Avg km': '32',
    'Other Services': 'Fuel\nKeys',
    'Competitive Price': '210',
    'Marketing Cost': 'Yes',
    'Telecom Cost': 'No',
    'Any Integration Cost': '50000',
    Comments: 'For the new model',
  }
  await own.fill(main, quote)
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(main.getByText('Price Quote Saved')).toBeVisible()
  const saved = main.getByRole('listitem').filter({ hasText: 'Sundaram Motors' })
  await expect(saved).toContainText('Retail-Text')

  await page.reload()
  await expect(main.getByLabel('Client Name')).toHaveValue('')
  await saved.getByRole('button', { name: /^Sundaram Motors/ }).click()
  for (const [label, value] of Object.entries(quote)) await expect(main.getByLabel(label), label).toHaveValue(value)
  await own.fill(main, { Comments: 'For next year' })
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(main.getByText('Price Quote Saved')).toBeVisible()
  await main.getByRole('button', { name: 'Cancel' }).click()
  await expect(main.getByLabel('Client Name')).toHaveValue('')

  await own.fill(main, { 'Client Name': 'Half a quote' })
  await saved.getByRole('button', { name: /^Sundaram Motors/ }).click()
  const question = own.dialog('Discard changes?')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(main.getByLabel('Client Name')).toHaveValue('Half a quote')
  await page.getByRole('navigation').getByRole('link').first().click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(main.getByLabel('Client Name')).toHaveValue('Half a quote')
  await saved.getByRole('button', { name: /^Sundaram Motors/ }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(main.getByLabel('Comments')).toHaveValue('For next year')

  await main.getByRole('button', { name: 'Delete the quote for Sundaram Motors' }).click()
  const deletion = own.dialog('Delete Sundaram Motors?')
  await deletion.getByRole('button', { name: 'Delete' }).click()
  await expect(main.getByText('Price Quote Deleted')).toBeVisible()
  await expect(saved).toHaveCount(0)
  await expect(main.getByLabel('Client Name')).toHaveValue('')
})

test('a quote that was saved in another tab meanwhile is not undone: its changes are shown, and those made here are kept', async ({
  admin,
  signIn,
  problems,
}) => {
  const own = await signIn(await admin.employ('Tabassum', []), '/dashboard/priceQuote')
  const main = own.page.getByRole('main')
  const quote = { clientName: 'Twin Motors', productType: 'On Demand' }
  const { _id: quoteId } = await own.call<{ _id: string }>('/api/priceQuote/save', quote)
  await own.page.reload()
  await main.getByRole('button', { name: /^Twin Motors/ }).click()
  await own.call('/api/priceQuote/save', { ...quote, quoteId, comments: 'From another tab' })
  await own.fill(main, { 'Sales Volume': '5' })
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(main.getByRole('alert')).toContainText('This quote was saved elsewhere meanwhile')
  await expect(main.getByLabel('Comments')).toHaveValue('From another tab')
  await expect(main.getByLabel('Sales Volume')).toHaveValue('5')
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(main.getByText('Price Quote Saved')).toBeVisible()
  expect(await own.list<object>('/api/priceQuote/list')).toMatchObject([
    { comments: 'From another tab', salesVolume: '5', version: 3 },
  ])
  expect(problems.filter((problem) => !problem.includes('409'))).toEqual([])
  problems.length = 0
})
