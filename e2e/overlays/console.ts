import { expect } from '../console.ts'
import { hold } from '../hold.ts'
import {
  ASKED_DRAFT,
  byButton,
  byButtonOnVersions,
  byMenu,
  LISTS,
  type Overlay,
  REVIEW,
  topDialog,
  WALKED_DRAFT,
  type World,
} from './overlay.ts'

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
  {
    file: 'web/src/admin/approvals/ApprovalCheck.tsx',
    isLoaded: true,
    at: '/dashboard/approvalProcess',
    open: byButton('Check approvals'),
  },
  {
    file: 'web/src/admin/approvals/versions/NewDraft.tsx',
    at: '/dashboard/approvalVersions',
    open: byButton('Make a draft'),
  },
  {
    file: 'web/src/admin/approvals/sheets/ImportSheet.tsx',
    at: '/dashboard/approvalVersions',
    open: byButton('Import a sheet'),
  },
  {
    file: 'web/src/admin/approvals/replays/NewReplay.tsx',
    at: WALKED_DRAFT,
    open: byButton('Replay decisions'),
  },
  {
    file: 'web/src/admin/approvals/versions/PublishDraft.tsx',
    isLoaded: true,
    at: WALKED_DRAFT,
    open: byButton('Publish'),
  },
  {
    file: 'web/src/admin/approvals/versions/DraftActions.tsx',
    isChange: true,
    at: WALKED_DRAFT,
    open: byButton('Delete the draft'),
  },
  {
    file: 'web/src/admin/approvals/versions/EditDraftRole.tsx',
    isChange: true,
    at: WALKED_DRAFT,
    open: byMenu('Change what it approves'),
  },
  {
    file: 'web/src/admin/approvals/versions/EditDraftRule.tsx',
    isChange: true,
    at: `${WALKED_DRAFT}&view=rules`,
    open: byMenu('Change the days'),
  },
  {
    file: 'web/src/admin/approvals/routing/EditDraftRouting.tsx',
    isChange: true,
    at: `${WALKED_DRAFT}&view=routing`,
    open: byButton('Change the routing'),
  },
  {
    file: 'web/src/admin/approvals/mends/MendInDraft.tsx',
    isChange: true,
    at: `${WALKED_DRAFT}&view=comparison`,
    open: byButton(/^Mend this/),
  },
  {
    file: 'web/src/admin/approvals/mends/StartMend.tsx',
    at: '/dashboard/approvalProcess',
    open: (world) => inCheck(world, /^Mend this/),
  },
  {
    file: 'web/src/admin/approvals/intended/MarkGap.tsx',
    at: '/dashboard/approvalProcess',
    open: (world) => inCheck(world, /^This is intended/),
  },
  {
    file: 'web/src/admin/approvals/versions/AddDraftRule.tsx',
    at: `${WALKED_DRAFT}&view=rules`,
    open: byButton('Add a rule'),
  },
  {
    file: 'web/src/admin/approvals/second-person/SecondPerson.tsx',
    isChange: true,
    at: '/dashboard/approvalVersions',
    open: byButtonOnVersions('Eclaims', 'Ask a second person'),
  },
  {
    file: 'web/src/admin/approvals/second-person/SecondPerson.tsx',
    at: '/dashboard/approvalVersions',
    open: byButtonOnVersions('Tow', 'Ask to stop this'),
  },
  {
    file: 'web/src/admin/approvals/second-person/ConfirmDraft.tsx',
    isLoaded: true,
    at: ASKED_DRAFT,
    open: byButton('Confirm'),
  },
  {
    file: 'web/src/admin/approvals/second-person/RequestDecisions.tsx',
    at: '/dashboard/approvalVersions',
    open: byButtonOnVersions('Walked', 'Confirm'),
  },
  { file: 'web/src/admin/approvals/second-person/SendBack.tsx', at: ASKED_DRAFT, open: byButton('Send back') },
  {
    file: 'web/src/admin/approvals/page-access/PublishManifest.tsx',
    at: '/dashboard/pageAccess',
    open: byButton('Publish a manifest'),
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
    at: '/dashboard/priceQuote',
    async open(world) {
      const main = await savedQuote(world)
      await world.admin.fill(main, { 'Client Name': 'Half a quote' })
      await main
        .getByRole('button', { name: /^Walked Motors/ })
        .first()
        .click()
      return world.admin.dialog('Discard changes?')
    },
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

/** Opens a dialog by the first such button of a check of approvals. */
async function inCheck({ admin }: World, name: RegExp) {
  const [application] = await admin.list<{ _id: string }>('/api/admin/options?kind=applications&search=Eclaims')
  const [client] = await admin.list<{ _id: string }>('/api/admin/options?kind=clients&search=Acme')
  const asked = `checkApplication=${application?._id}&checkClient=${client?._id}`
  await admin.page.goto(`/dashboard/approvalProcess?${asked}`)
  await topDialog(admin.page).getByRole('button', { name }).first().click()
  return topDialog(admin.page)
}
