import { RESOURCES } from '@gatehouse/contract/admin/index.ts'
import { LIMIT_WORDS } from '@gatehouse/contract/limits.ts'
import { expect, test } from 'vitest'
import { AUDIT_EVENTS, RECORD_CHANGES } from '../server/src/audit/record-audit.ts'
import { EVENT_GROUPS } from '../web/src/admin/activity/event-groups.ts'
import { eventWords } from '../web/src/admin/engine/event-words.ts'
import hindi from '../web/src/i18n/hi.json' with { type: 'json' }

const ofRecords = RESOURCES.flatMap(({ name }) => RECORD_CHANGES.map((change) => `${name}.${change}`))
const events = [...ofRecords, ...AUDIT_EVENTS]

test('every audit event has a label, in both languages', () => {
  expect(events.filter((event) => eventWords(event) === event)).toEqual([])
  expect([...new Set(events.map(eventWords))].filter((words) => !(words in hindi))).toEqual([])
})

test('every group of events has a label in both languages, and every label a group', () => {
  const groups = new Set(events.map((event) => event.split('.')[0] as string))
  expect(new Set(Object.keys(EVENT_GROUPS))).toEqual(groups)
  expect(Object.values(EVENT_GROUPS).filter(({ label }) => !(label in hindi))).toEqual([])
})

test('every limit has a label, in both languages', () => {
  expect(Object.values(LIMIT_WORDS).filter((words) => !(words in hindi))).toEqual([])
})
