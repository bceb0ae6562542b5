import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, textOf } from './sources.ts'

/**
 * Every file of the server that writes what somebody holds, or what a role may do, and what keeps it from breaking a rule of
 * separation of duties. How each way answers: `server/src/admin/approvals/conflicts/ways-in.test.ts`, and `role-conflicts.test.ts`.
 */
const JUDGED = {
  'server/src/admin/people/assignments/assign.ts': 'requireApart',
  'server/src/admin/people/stand-ins/lend.ts': 'requireLentApart',
  'server/src/access/access.ts': 'requireApart',
  'server/src/admin/approvals/application-roles.ts': 'keptApart',
  'server/src/admin/approvals/document-approvals.ts': 'keptApart',
  'server/src/admin/approvals/routings.ts': 'keepApart',
  'server/src/admin/approvals/page-access.ts': 'keepAccessApart',
  'server/src/admin/approvals/role-pages.ts': 'keepAccessApart',
}
/** Files that give nobody anything, and why. */
const GIVES_NOTHING = {
  'server/src/admin/people/assignments/keep-dates.ts': 'marks of dates that were set before',
  'server/src/admin/people/stand-ins/end.ts': 'the end of what is lent',
}
/** Changes of several records that are judged as a whole. */
const AS_WHOLE = {
  'server/src/admin/approvals/drafts/publish-draft.ts': 'keepApart',
  'server/src/configuration/apply-file.ts': 'keepApart',
}
/** Files that write only for a file that judges what they do, which alone imports them. */
const WITHIN = {
  'server/src/admin/approvals/drafts/make-changes.ts': 'server/src/admin/approvals/drafts/publish-draft.ts',
  'server/src/admin/approvals/catch-all/rename-catch-all.ts': 'server/src/admin/approvals/application-roles.ts',
}

const WRITES =
  /\b(?:insert into|update) (?:assignments|stand_ins|application_roles|application_role_pages|document_approvals|approval_routings)\b|tableStore<[^>]*>\(\{\s+table: '(?:application_roles|document_approvals|approval_routings)'/

test('every way in which somebody gets something of a conflict rule is judged', () => {
  const files = filesBelow('server/src', /(?<!\.test)\.ts$/)
  const writing = files.filter((file) => WRITES.test(textOf(file)))
  const known = [JUDGED, GIVES_NOTHING, WITHIN].flatMap((list) => Object.keys(list))
  expect(writing.toSorted()).toEqual(known.toSorted())
  for (const [file, whole] of Object.entries(WITHIN)) {
    expect(Object.keys({ ...JUDGED, ...AS_WHOLE })).toContain(whole)
    expect(files.filter((one) => textOf(one).includes(`/${basename(file)}'`))).toEqual([whole])
  }
  for (const [file, judge] of Object.entries({ ...JUDGED, ...AS_WHOLE })) expect(textOf(file)).toContain(`${judge}(`)
})

test('whoever says that they judge changes as a whole does so', () => {
  const parts = filesBelow('server/src', /(?<!\.test)\.ts$/).filter((file) =>
    textOf(file).includes('isJudgedAsWhole: true'),
  )
  expect(parts.toSorted()).toEqual([
    'server/src/admin/approvals/conflicts/require-apart.ts',
    // Its caller is apply-file.ts.
    'server/src/configuration/put-record.ts',
  ])
})
