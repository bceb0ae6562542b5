import type { Console } from '../console.ts'
import { visit } from '../visit.ts'
import {
  ASKED_DRAFT,
  byButton,
  byButtonOnVersions,
  byMenu,
  byMenuOfPage,
  DATED_DRAFT,
  type Overlay,
  topDialog,
  WALKED_DRAFT,
  type World,
} from './overlay.ts'

/** Those of approvals. */
export const APPROVAL_OVERLAYS: Overlay[] = [
  {
    file: 'web/src/admin/approvals/ApprovalCheck.tsx',
    isLoaded: true,
    at: '/dashboard/approvalProcess',
    open: byButton('Check approvals'),
  },
  {
    file: 'web/src/admin/approvals/conflicts/ExceptPerson.tsx',
    at: '/dashboard/conflictingRoles',
    open: byButton('Add an exception'),
  },
  {
    file: 'web/src/admin/approvals/conflicts/EndException.tsx',
    isChange: true,
    at: '/dashboard/conflictingRoles?show=current',
    open: byButton(/^End the exception of/),
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
    open: byMenuOfPage('Replay decisions'),
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
    open: byMenuOfPage('Delete the draft'),
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
    open: byMenu('Change when it counts'),
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
  {
    file: 'web/src/admin/approvals/publish-dates/CallOffDate.tsx',
    isChange: true,
    at: DATED_DRAFT,
    open: byButton('Call it off'),
  },
  { file: 'web/src/admin/approvals/second-person/SendBack.tsx', at: ASKED_DRAFT, open: byButton('Send back') },
  {
    file: 'web/src/admin/approvals/page-access/PublishManifest.tsx',
    at: '/dashboard/pageAccess',
    open: byButton('Publish a manifest'),
  },
]

/** Opens a dialog by the first such button of a check of approvals. */
async function inCheck({ admin }: World, name: RegExp) {
  await visit(admin.page, await checkOf(admin, 'Eclaims', 'Acme'))
  await topDialog(admin.page).getByRole('button', { name }).first().click()
  return topDialog(admin.page)
}

/** The address of a check of approvals. */
export async function checkOf(admin: Console, application: string, client: string) {
  const first = async (kind: string, search: string) =>
    (await admin.list<{ _id: string }>(`/api/admin/options?kind=${kind}&search=${search}`))[0]?._id
  const asked = `checkApplication=${await first('applications', application)}&checkClient=${await first('clients', client)}`
  return `/dashboard/approvalProcess?${asked}`
}
