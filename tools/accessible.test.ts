import { SCREENS } from '@gatehouse/contract/screens.ts'
import { expect, test } from 'vitest'
import { SIGNED_IN_PAGES, VISITOR_PAGES } from '../e2e/visitor-pages.ts'
import { filesBelow, textOf } from './sources.ts'

// The browser tests walk these lists in both themes and languages; the screens behind sign-in they take from the table.

test('every page outside the dashboard is walked', () => {
  const walked = [...Object.keys(VISITOR_PAGES), ...Object.keys(SIGNED_IN_PAGES)].filter((part) => part !== 'oauth2')
  const pages = SCREENS.filter((part) => part !== '' && part !== 'dashboard')
  expect(walked.toSorted()).toEqual([...pages])
})

/** What is drawn over a page; the files of the shared ones are only frames. */
const OVERLAY =
  /<(?:dialog|Dialog|WorkDialog|ConfirmDialog|ReasonDialog|SecretsDialog|ShownOnceQuestion|Remove\w*Factor|RevocableRow|ComboboxPopup|\w+\.Popup|Toast\.Root)\b/g
const FRAMES = [
  'web/src/ui/Dialog.tsx',
  'web/src/ui/ConfirmDialog.tsx',
  'web/src/ui/ReasonDialog.tsx',
  'web/src/ui/unsaved/WorkDialog.tsx',
  'web/src/ui/unsaved/ShownOnceQuestion.tsx',
  'web/src/account/RemoveOwnFactor.tsx',
  'web/src/admin/people/record/RemovePersonFactor.tsx',
  'web/src/factors/RemoveFactor.tsx',
  'web/src/ui/ComboboxPopup.tsx',
  'web/src/admin/engine/attach/RevocableRow.tsx',
  'web/src/admin/engine/attach/SecretsDialog.tsx',
]

test('every dialog, menu, list of choices and notice of the web app is walked', () => {
  const drawn = filesBelow('web/src', /(?<!\.test)\.tsx$/)
    .filter((file) => !FRAMES.includes(file))
    .flatMap((file) => [...textOf(file).matchAll(OVERLAY)].map(() => file))
  const walked = filesBelow('e2e/overlays', /\.ts$/).flatMap((file) =>
    [...textOf(file).matchAll(/\bfile: '([^']+)'/g)].map(([, found]) => found),
  )
  expect(drawn.length).toBeGreaterThan(40)
  expect(walked.toSorted()).toEqual(drawn.toSorted())
})
