import { expect, test } from 'vitest'
import { filesBelow, textOf } from './sources.ts'

/** These hand the query to another file, which shows its failure; or a button of the form asks again. */
const ASKED_AGAIN_ELSEWHERE = [
  'web/src/admin/applications/simulation/Simulation.tsx',
  'web/src/admin/approvals/mends/use-mends.ts',
  'web/src/admin/engine/list/use-list.ts',
  'web/src/admin/engine/record/use-section-rows.ts',
  'web/src/admin/jobs/JobsScreen.tsx',
  'web/src/admin/people/use-roles-of-pair.ts',
  'web/src/admin/price-quotes/use-price-quotes.ts',
  'web/src/admin/service-accounts/use-keys.ts',
]

/** These show their form or list without what they ask for, and claim nothing about it. */
const WITHOUT_RETRY = [
  'web/src/admin/applications/TileGroupInput.tsx',
  'web/src/admin/approvals/typed/TypedFindings.tsx',
  'web/src/admin/engine/list/filters/FilterChip.tsx',
  'web/src/admin/gateways/sms-request/UnregisteredTexts.tsx',
  'web/src/factors/PasskeyOffer.tsx',
  'web/src/factors/RemoveFactor.tsx',
  'web/src/launcher/AskForAccess.tsx',
  'web/src/shell/OwnLink.tsx',
]

const files = filesBelow('web/src', /(?<!\.test)\.tsx?$/)

test('every query of the web app can be asked again, or is handed whole to what shows its failure', () => {
  const asking = files.filter((file) => /\buse(Infinite)?Query\(/.test(textOf(file)))
  expect(asking.length).toBeGreaterThan(40)
  const silent = asking.filter((file) => !/\brefetch\b|return (useQuery\(|query$)|query=\{query\}/m.test(textOf(file)))
  expect(silent.toSorted()).toEqual([...ASKED_AGAIN_ELSEWHERE, ...WITHOUT_RETRY].toSorted())
})

test('answers are read in one place, which knows those that are not of the server', () => {
  expect(files.filter((file) => /\.json\(\)/.test(textOf(file)))).toEqual(['web/src/api-error.ts'])
})
