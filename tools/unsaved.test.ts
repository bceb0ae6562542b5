import { expect, test } from 'vitest'
import { filesBelow, textOf } from './sources.ts'

/** Dialogs with a form that may be closed without a question, with the reason. */
const CLOSED_AT_ONCE: Record<string, string> = {
  'web/src/admin/engine/form/ConflictDialog.tsx': 'the form below it keeps what was entered',
  'web/src/admin/engine/list/views/ViewsDialog.tsx': 'only the name of a view is typed',
  'web/src/admin/approvals/ApprovalCheck.tsx': 'the address holds what is asked',
  'web/src/account/AddAuthenticator.tsx': 'only a code of the moment is typed',
  'web/src/launcher/MissingDialog.tsx': 'it only searches',
}

/** Forms of pages behind sign-in that may be left without a question, with the reason. */
const LEFT_AT_ONCE: Record<string, string> = {
  'web/src/account/PhoneCodeForm.tsx': 'only a code of the moment is typed',
  'web/src/admin/applications/simulation/Simulation.tsx': 'it only tries out what an application would send',
}

/** Forms whose dialog or page asks for them. */
const PARTS: Record<string, string> = {
  'web/src/account/NewContactCode.tsx': 'the dialog of a change of the address; only a code of the moment is typed',
  'web/src/admin/engine/attach/Attachments.tsx': 'one record is chosen in it, of those that a search finds',
  'web/src/admin/engine/attach/Checklist.tsx': 'ChecklistDialog.tsx and AssignPagesScreen.tsx ask',
  'web/src/admin/engine/list/views/ViewRow.tsx': 'only the name of a view is typed',
  'web/src/admin/people/bulk/BulkConfirm.tsx': 'only the number of the people is typed',
  'web/src/admin/service-accounts/KeysForm.tsx': 'KeysSection.tsx and SecretsDialog.tsx ask',
}

/** What a person types in. */
const INPUT = /<(?:input|textarea|TextArea|\w+Field|\w+Input)\b/

test('every question with a text to type says whether something was typed', () => {
  const silent = filesBelow('web/src', /\.tsx$/).filter((file) => {
    const text = textOf(file)
    return /<(?:ConfirmDialog|ReasonDialog)\b/.test(text) && INPUT.test(text) && !/\bhasUnsaved=/.test(text)
  })
  expect(silent).toEqual([])
})

test('every dialog with a form asks before it loses what was entered, but for those that say why not', () => {
  const atOnce = filesBelow('web/src', /\.tsx$/).filter((file) => {
    const text = textOf(file)
    return /<Dialog\b/.test(text) && /<form\b|\buseForm\(/.test(text)
  })
  expect(atOnce.toSorted()).toEqual(Object.keys(CLOSED_AT_ONCE).toSorted())
})

test('every form of a page behind sign-in asks before it loses what was entered, but for those that say why not', () => {
  const silent = filesBelow('web/src', /\.tsx$/).filter((file) => {
    const text = textOf(file)
    const asks = /<(?:Work|Confirm|Reason)?Dialog\b|\buseUnsaved(?:Part)?\(|<UnsavedOnPage\b/.test(text)
    return /<form\b/.test(text) && !asks && !/^web\/src\/(?:signin|session)\//.test(file)
  })
  expect(silent.toSorted()).toEqual([...Object.keys(LEFT_AT_ONCE), ...Object.keys(PARTS)].toSorted())
})
