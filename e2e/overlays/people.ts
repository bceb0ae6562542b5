import { byButton, byButtonOf, byMenu, INVITATION, LISTS, type Overlay, topDialog } from './overlay.ts'

/** Those of the screens about people. */
export const PEOPLE_OVERLAYS: Overlay[] = [
  { file: 'web/src/admin/people/leavers/LeaversDialog.tsx', at: '/dashboard/user', open: byButton('Leavers') },
  {
    file: 'web/src/admin/people/SendInvitation.tsx',
    isChange: true,
    at: LISTS.person,
    open: byMenu('Send invitation'),
  },
  { file: 'web/src/admin/people/ChangeUserPassword.tsx', at: LISTS.person, open: byMenu('Change Password') },
  {
    file: 'web/src/admin/people/AssignApplication.tsx',
    isLoaded: true,
    at: LISTS.person,
    open: byMenu('Assign Application'),
  },
  { file: 'web/src/admin/people/UserSessions.tsx', isLoaded: true, at: LISTS.person, open: byMenu('Sessions') },
  {
    file: 'web/src/admin/people/bulk/BulkDialog.tsx',
    isChange: true,
    at: LISTS.person,
    async open({ admin: { page } }) {
      await page.getByRole('checkbox', { name: 'Select Walker Kapoor' }).check()
      await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
      return topDialog(page)
    },
  },
  {
    file: 'web/src/admin/people/AssignedApps.tsx',
    at: '/dashboard/user?search=meera',
    async open({ admin: { page } }) {
      await page.locator('.assigned-apps').first().click()
      return page.locator('.popover')
    },
  },
  {
    file: 'web/src/admin/people/record/PersonFactors.tsx',
    isChange: true,
    at: '/dashboard/user?search=kabir',
    open: byButtonOf('kabir', 'Remove the passkey Walked'),
  },
  {
    file: 'web/src/admin/people/stand-ins/LendAuthority.tsx',
    isLoaded: true,
    at: '/dashboard/peopleStandIns',
    open: byButton('Add a stand-in'),
  },
  {
    file: 'web/src/admin/people/invitations/InviteDialog.tsx',
    at: '/dashboard/invitations',
    open: byButton('Invite people'),
  },
  {
    file: 'web/src/admin/people/invitations/ResendInvitations.tsx',
    at: INVITATION,
    open: byMenu('Send again'),
  },
  {
    file: 'web/src/admin/people/invitations/RevokeInvitations.tsx',
    at: INVITATION,
    open: byMenu('Revoke'),
  },
  {
    file: 'web/src/admin/people/access-requests/ApproveRequest.tsx',
    isLoaded: true,
    at: '/dashboard/accessRequests',
    open: byButton(/^Approve: /),
  },
  {
    file: 'web/src/admin/people/record/PersonRecoveryCodes.tsx',
    isChange: true,
    at: '/dashboard/user?search=kabir',
    open: byButtonOf('kabir', 'Remove the codes'),
  },
  {
    file: 'web/src/admin/people/recoveries/StartRecovery.tsx',
    at: '/dashboard/user?search=kabir',
    open: byButtonOf('kabir', 'Recover the account'),
  },
  {
    file: 'web/src/admin/people/recoveries/DecideRecovery.tsx',
    isChange: true,
    at: '/dashboard/user?search=diya',
    open: byButtonOf('diya', 'Cancel the recovery'),
  },
  {
    file: 'web/src/admin/people/suspensions/SuspendPerson.tsx',
    at: '/dashboard/user?search=kabir',
    open: byButtonOf('kabir', 'Suspend', 'profile'),
  },
  {
    file: 'web/src/admin/people/acting/StartActing.tsx',
    at: '/dashboard/user?search=kabir',
    open: byButtonOf('kabir', 'Act for this person', 'profile'),
  },
  {
    file: 'web/src/admin/people/suspensions/EndSuspension.tsx',
    isChange: true,
    at: '/dashboard/user?search=diya',
    open: byButtonOf('diya', 'End the suspension', 'profile'),
  },
]
