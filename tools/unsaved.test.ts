import { expect, test } from 'vitest'
import { filesBelow, textOf } from './sources.ts'

/** Dialogs with a form that may be closed without a question, with the reason. */
const CLOSED_AT_ONCE: Record<string, string> = {
  'web/src/admin/engine/form/ConflictDialog.tsx': 'the form below it keeps what was entered',
  'web/src/admin/engine/list/views/ViewsDialog.tsx': 'only the name of a view is typed',
  'web/src/admin/approvals/ApprovalCheck.tsx': 'the address holds what is asked',
  'web/src/admin/applications/ApplicationSecrets.tsx': 'only the end of a secret is chosen',
  'web/src/account/AddAuthenticator.tsx': 'only a code of the moment is typed',
  'web/src/launcher/MissingDialog.tsx': 'it only searches',
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
