import { query } from '@gatehouse/server/test/processes.ts'
import type { Console } from '../console.ts'
import { byButton, type Overlay, REVIEW, type World } from './overlay.ts'

/** Those of the account pages. */
export const ACCOUNT_OVERLAYS: Overlay[] = [
  {
    file: 'web/src/account/EndApplicationSessions.tsx',
    isChange: true,
    at: '/dashboard/sessions',
    open: byButton('End your sessions in Roadside Desk'),
  },
  {
    file: 'web/src/account/KnownTo.tsx',
    isChange: true,
    at: '/dashboard/sessions',
    open: byButton(/^Withdraw consent for/),
  },
  {
    file: 'web/src/account/AccountActivityPage.tsx',
    isChange: true,
    at: '/dashboard/accountActivity',
    open: byButton('I do not recognise something'),
  },
  {
    file: 'web/src/account/OwnPasskeys.tsx',
    isChange: true,
    at: '/dashboard/signInMethods',
    open: byButton('Remove the passkey Walked'),
  },
  {
    file: 'web/src/account/AddStandIn.tsx',
    at: '/dashboard/app',
    async open(world) {
      await query(
        world.product.dataDir,
        `insert into assignments (id, user_id, application_id, client_id, role)
          select gen_random_uuid(), u.id, r.application_id, r.client_id, r.name from users u, application_roles r
          where u.email = 'walker@example.com' and r.role_id = 'EC-ACME-04' on conflict do nothing`,
      )
      const { page } = await world.signIn(WALKER, '/dashboard/standIns')
      return byButton('Add a stand-in')({ ...world, admin: { page } as Console })
    },
  },
  {
    file: 'web/src/account/reviews/DecideLines.tsx',
    at: `/dashboard/myReviews?review=${REVIEW}21`,
    open: byButton(/^Shorten: /),
  },
  {
    file: 'web/src/account/reviews/ConfirmMany.tsx',
    at: `/dashboard/myReviews?review=${REVIEW}21`,
    async open(world) {
      await world.admin.page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      return byButton('Keep')(world)
    },
  },
  {
    file: 'web/src/account/RequestAccess.tsx',
    at: '/dashboard/requestAccess',
    open: byButton('Ask for access to Walked'),
  },
  {
    file: 'web/src/account/OwnRequests.tsx',
    isChange: true,
    at: '/dashboard/requestAccess',
    open: byButton('Withdraw: Tow Tracker'),
  },
  {
    file: 'web/src/account/owned-requests/ApproveOwnedRequest.tsx',
    isLoaded: true,
    at: '/dashboard/requestsToDecide',
    open: byButton(/^Approve: /),
  },
  {
    file: 'web/src/account/AcceptPasskey.tsx',
    isChange: true,
    at: '/dashboard/signInMethods',
    open: byButton('Accept the passkey Doubtful'),
  },
  {
    file: 'web/src/account/RenameFactor.tsx',
    isChange: true,
    at: '/dashboard/signInMethods',
    open: byButton('Rename the passkey Walked'),
  },
  {
    file: 'web/src/account/OwnAuthenticators.tsx',
    isChange: true,
    at: '/dashboard/signInMethods',
    open: byButton('Remove the authenticator app Walked'),
  },
  {
    file: 'web/src/account/AddAuthenticator.tsx',
    at: '/dashboard/signInMethods',
    open: byButton('Add an authenticator app'),
  },
  {
    file: 'web/src/account/OwnRecoveryCodes.tsx',
    isChange: true,
    at: '/dashboard/signInMethods',
    open: byButton('Make new codes'),
  },
  {
    file: 'web/src/account/OwnRecoveryCodes.tsx',
    isChange: true,
    at: '/dashboard/signInMethods',
    open: byButton('Remove the codes'),
  },
  {
    file: 'web/src/account/ShowRecoveryCodes.tsx',
    at: '/dashboard/signInMethods',
    open: makeCodes,
  },
  {
    file: 'web/src/account/ShowRecoveryCodes.tsx',
    at: '/dashboard/signInMethods',
    async open(world) {
      const codes = await makeCodes(world)
      await codes.getByRole('button', { name: 'Close', exact: true }).click()
      return world.admin.dialog('Close without saving the codes?')
    },
  },
  {
    file: 'web/src/account/ChangeContact.tsx',
    at: '/dashboard/profile',
    open: byButton('Change the email address'),
  },
  {
    file: 'web/src/account/OwnSessions.tsx',
    at: '/dashboard/app',
    async open(world) {
      await world.signIn(WALKER, null)
      const { page } = await world.signIn(WALKER, '/dashboard/sessions')
      return byButton('End all others')({ ...world, admin: { page } as Console })
    },
  },
]

const WALKER = { email: 'walker@example.com', password: 'Kestrel#Orbit42*Lamp' }

async function makeCodes(world: World) {
  await query(
    world.product.dataDir,
    `delete from recovery_codes where user_id = (select id from users where email like 'asha%')`,
  )
  await world.admin.page.reload()
  return byButton('Make recovery codes')(world)
}
