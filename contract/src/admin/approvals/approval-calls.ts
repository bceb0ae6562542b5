import * as applicationRoles from './application-roles.ts'
import { approvalCheck } from './check.ts'
import * as drafts from './drafts.ts'
import { explainApproval } from './explain.ts'
import { explainPage, listWhoCan } from './explain-page.ts'
import * as intended from './intended-gaps.ts'
import * as mends from './mends.ts'
import { publishManifest, readPageAccess, savePageAccess } from './page-access.ts'
import { updatePageOfUsers } from './pages.ts'
import { PICTURE_CALLS } from './picture.ts'
import * as dates from './publish-dates.ts'
import * as publishing from './publish-draft.ts'
import * as replays from './replays.ts'
import { CONFLICT_CALLS } from './role-conflicts.ts'
import * as secondPerson from './second-person.ts'

/** The calls about approvals, beside those of the lists. */
export const APPROVAL_CALLS = [
  applicationRoles.pagesOfRole,
  applicationRoles.attachPagesToRole,
  applicationRoles.detachPagesFromRole,
  readPageAccess,
  savePageAccess,
  publishManifest,
  ...CONFLICT_CALLS,
  approvalCheck,
  drafts.listApprovalDrafts,
  drafts.createApprovalDraft,
  drafts.readApprovalDraft,
  drafts.deleteApprovalDraft,
  drafts.listDraftRoles,
  drafts.listDraftRules,
  drafts.saveDraftRole,
  drafts.saveDraftRule,
  drafts.saveDraftRouting,
  drafts.removeDraftRule,
  drafts.undoDraftChange,
  drafts.keepDraftChange,
  mends.approvalMends,
  intended.markIntendedGap,
  intended.unmarkIntendedGap,
  mends.mendDraft,
  mends.startMend,
  publishing.compareApprovalDraft,
  publishing.listDraftDifferences,
  publishing.listDraftPeople,
  publishing.publishApprovalDraft,
  publishing.listApprovalVersions,
  secondPerson.readSecondPerson,
  secondPerson.askSecondPerson,
  secondPerson.askToStopSecondPerson,
  secondPerson.askToPublish,
  secondPerson.confirmPublishing,
  secondPerson.sendBackPublishing,
  secondPerson.withdrawPublishing,
  dates.datePublishing,
  dates.callOffPublishing,
  replays.startApprovalReplay,
  replays.listApprovalReplays,
  replays.readApprovalReplay,
  replays.cancelApprovalReplay,
  replays.listReplayChanges,
  ...PICTURE_CALLS,
  ...publishing.TYPED_CALLS,
  explainApproval,
  explainPage,
  listWhoCan,
  updatePageOfUsers,
]
