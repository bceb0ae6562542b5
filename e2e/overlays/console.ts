import { expect } from '../console.ts'
import { hold } from '../hold.ts'
import { byButton, byMenu, LISTS, type Overlay, REVIEW, topDialog, type World } from './overlay.ts'

/** Those of the rest of the console. */
export const CONSOLE_OVERLAYS: Overlay[] = [
  { file: 'web/src/admin/jobs/JobsScreen.tsx', isLoaded: true, at: '/dashboard/jobs', open: byButton('Activate') },
  { file: 'web/src/admin/jobs/ImportDialog.tsx', at: '/dashboard/user', open: byButton('Import') },
  {
    file: 'web/src/admin/messages/SentDialog.tsx',
    isLoaded: true,
    at: '/dashboard/messages?search=walked@example.com',
    open: byButton('Password changed'),
  },
  {
    file: 'web/src/admin/messages/GatewayHealth.tsx',
    isLoaded: true,
    at: '/dashboard/messages',
    open: byButton('Gateways'),
  },
  {
    file: 'web/src/admin/messages/routing/RoutingExplanation.tsx',
    isLoaded: true,
    at: '/dashboard/messages',
    open: byButton('Routing'),
  },
  { file: 'web/src/admin/templates/SendTest.tsx', isChange: true, at: LISTS.emailTemplate, open: byMenu('Send test') },
  {
    file: 'web/src/admin/templates/versions/VersionsDialog.tsx',
    isLoaded: true,
    at: LISTS.emailTemplate,
    open: byMenu('Versions'),
  },
  {
    file: 'web/src/admin/templates/ViewTemplate.tsx',
    isLoaded: true,
    at: LISTS.emailTemplate,
    async open({ admin }) {
      await admin.table().locator('[aria-haspopup="dialog"]').first().click()
      return topDialog(admin.page)
    },
  },
  {
    file: 'web/src/admin/templates/texts-in-use/TextsInUse.tsx',
    isLoaded: true,
    at: '/dashboard/emailTemplate',
    open: byButton('Message texts'),
  },
  {
    file: 'web/src/admin/templates/editor/BuiltInStart.tsx',
    at: '/dashboard/emailTemplate',
    async open({ admin }) {
      const form = await admin.openNew('Add Template', 'Email Template')
      await admin.fill(form, { Application: 'All', 'Template Name': 'reset-password' })
      await form.getByRole('button', { name: 'English', exact: true }).click()
      await expect(admin.control(form, 'Subject')).not.toHaveValue('')
      await form.getByRole('button', { name: 'हिन्दी', exact: true }).click()
      return admin.dialog('Replace your text?')
    },
  },
  {
    file: 'web/src/admin/gateways/send-test/TestEmail.tsx',
    isChange: true,
    at: '/dashboard/configurationEmail',
    open: byMenu('Send test'),
  },
  {
    file: 'web/src/admin/gateways/send-test/TestSms.tsx',
    isChange: true,
    at: '/dashboard/configurationSms',
    open: byMenu('Send test'),
  },
  {
    file: 'web/src/admin/price-quotes/PriceQuotePage.tsx',
    isChange: true,
    at: '/dashboard/priceQuote',
    async open(world) {
      const main = await savedQuote(world)
      await main.getByRole('button', { name: 'Delete the quote for Walked Motors' }).first().click()
      return world.admin.dialog('Delete Walked Motors?')
    },
  },
  { file: 'web/src/admin/webhooks/Deliveries.tsx', isLoaded: true, at: LISTS.webhook, open: byMenu('Deliveries') },
  { file: 'web/src/admin/webhooks/SendTest.tsx', isChange: true, at: LISTS.webhook, open: byMenu('Send test event') },
  { file: 'web/src/admin/webhooks/Secrets.tsx', isChange: true, at: LISTS.webhook, open: byMenu('New secret') },
  {
    file: 'web/src/admin/webhooks/Secrets.tsx',
    at: '/dashboard/webhooks',
    isWaiting: true,
    async open({ admin }) {
      await hold(admin.page, /rotateSecret/)
      const form = await admin.openNew('New Webhook', 'New Webhook')
      await admin.fill(form, { Name: `Walked ${Date.now()}`, URL: 'https://hooks.example.com/walked' })
      await form.getByRole('checkbox', { name: /^role\.created/ }).check()
      await form.getByRole('button', { name: 'Save', exact: true }).click()
      return admin.page.getByRole('dialog', { name: /^New secret - / })
    },
  },
  {
    file: 'web/src/admin/service-accounts/ServiceAccountKeys.tsx',
    isLoaded: true,
    isChange: true,
    needsName: true,
    at: LISTS.serviceAccount,
    open: byMenu('Keys'),
  },
  {
    file: 'web/src/admin/service-accounts/KeyRow.tsx',
    isChange: true,
    at: LISTS.serviceAccount,
    async open(world) {
      const keys = await byMenu('Keys')(world)
      await keys.getByRole('button', { name: 'Revoke', exact: true }).first().click()
      return world.admin.dialog('Revoke Walked?')
    },
  },
  {
    file: 'web/src/admin/reviews/StartReview.tsx',
    at: '/dashboard/reviews',
    open: byButton('Start a review'),
  },
  {
    file: 'web/src/admin/reviews/AutomaticReviews.tsx',
    isLoaded: true,
    at: '/dashboard/reviews',
    open: byButton('Automatic reviews'),
  },
  {
    file: 'web/src/admin/reviews/ReviewQuestion.tsx',
    at: `/dashboard/reviews?review=${REVIEW}21`,
    open: byButton('Complete'),
  },
  {
    file: 'web/src/admin/reviews/ReviewLines.tsx',
    at: `/dashboard/reviews?review=${REVIEW}22`,
    open: byButton(/^Give back: /),
  },
]

async function savedQuote({ admin }: World) {
  const main = admin.page.getByRole('main')
  const quote = main.getByRole('button', { name: /^Walked Motors/ })
  await admin.fill(main, { 'Client Name': 'Walked Motors', 'Product Type': 'Retail-Text' })
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(quote.first()).toBeVisible()
  await main.getByRole('button', { name: 'Cancel' }).click()
  return main
}
