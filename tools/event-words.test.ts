import { RESOURCES } from '@gatehouse/contract/admin/index.ts'
import { LIMIT_WORDS } from '@gatehouse/contract/limits.ts'
import { expect, test } from 'vitest'
import { AUDIT_EVENTS, RECORD_CHANGES } from '../server/src/audit/record-audit.ts'
import { OWN_EVENTS } from '../server/src/sessions/own-activity.ts'
import { eventWords, ownEventWords } from '../web/src/activity/event-words.ts'
import { EVENT_GROUPS } from '../web/src/admin/activity/event-groups.ts'
import hindi from '../web/src/i18n/hi.json' with { type: 'json' }

const ofRecords = RESOURCES.flatMap(({ name }) => RECORD_CHANGES.map((change) => `${name}.${change}`))
const events = [...ofRecords, ...AUDIT_EVENTS]

test('every audit event has a label, in both languages', () => {
  expect(events.filter((event) => eventWords(event) === event)).toEqual([])
  const words = new Set([
    ...events.map((event) => eventWords(event)),
    ...OWN_EVENTS.map((event) => ownEventWords(event, [])),
  ])
  const changed = eventWords('users.application-assigned', [{ before: 'Clerk', after: 'Boss' }])
  expect([...words, changed].filter((each) => !(each in hindi))).toEqual([])
})

test('every group of events has a label in both languages, and every label a group', () => {
  const groups = new Set(events.map((event) => event.split('.')[0] as string))
  expect(new Set(Object.keys(EVENT_GROUPS))).toEqual(groups)
  expect(Object.values(EVENT_GROUPS).filter(({ label }) => !(label in hindi))).toEqual([])
})

test('every limit has a label, in both languages', () => {
  expect(Object.values(LIMIT_WORDS).filter((words) => !(words in hindi))).toEqual([])
})

test('people see the events of every group about people, but for messages, calls and refusals', () => {
  const about = Object.entries(EVENT_GROUPS).filter(([, { list }]) => list === EVENT_GROUPS.users?.list)
  const groups = new Set(OWN_EVENTS.map((event) => event.split('.')[0]))
  expect(about.map(([group]) => group).filter((group) => !groups.has(group))).toEqual(['messages', 'calls', 'access'])
})
