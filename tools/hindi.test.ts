import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LAUNCH_PREVIEW_PROBLEMS } from '@gatehouse/contract/admin/applications/preview-launch.ts'
import { SIMULATION_TEXTS } from '@gatehouse/contract/admin/applications/simulate-request.ts'
import { resourceEndpoints } from '@gatehouse/contract/admin/engine/resource.ts'
import { RESOURCES } from '@gatehouse/contract/admin/index.ts'
import { IMPORT_MESSAGES } from '@gatehouse/contract/admin/jobs/import-messages.ts'
import { NOT_RESENT } from '@gatehouse/contract/admin/messages/messages.ts'
import { APPROVAL_REASONS } from '@gatehouse/contract/approval-reasons.ts'
import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { ERRORS } from '@gatehouse/contract/errors.ts'
import { NOTICES } from '@gatehouse/contract/notices.ts'
import { FIXED_REASONS } from '@gatehouse/contract/own-notices.ts'
import { PASSWORD_RULES } from '@gatehouse/contract/password.ts'
import { TAKEN } from '@gatehouse/contract/people.ts'
import { PERMISSIONS, ROLE_DESCRIPTIONS } from '@gatehouse/contract/permissions.ts'
import { TEMPLATE_PROBLEMS } from '@gatehouse/contract/template-problems.ts'
import { WEBHOOK_EVENTS } from '@gatehouse/contract/webhook-events.ts'
import { expect, test } from 'vitest'
import { NOT_PUBLISHED, type NotPublished } from '../contract/src/admin/approvals/publish-dates.ts'
import { HINDI_FINDINGS } from '../server/src/admin/approvals/nightly/hindi-findings.ts'
import { HINDI_NOT_PUBLISHED } from '../server/src/admin/approvals/publish-dates/hindi-not-published.ts'
import hindi from '../web/src/i18n/hi.json' with { type: 'json' }

const source = join(import.meta.dirname, '../web/src')
const notifications = join(import.meta.dirname, '../server/src/notifications')
const contract = join(import.meta.dirname, '../contract/src')
const known = new Set(Object.keys(hindi).map((key) => key.replace(/_(one|other)$/, '')))

test('every text of the screens has a Hindi translation', () => {
  const used = [...readAll(source), ...readAll(contract)].flatMap((text) =>
    [...text.matchAll(/\bt\(\s*'((?:[^'\\]|\\.)+)'/g)].map(([, key]) => key as string),
  )
  expect(used.length).toBeGreaterThan(80)
  expect(missing(used.map((key) => key.replaceAll("\\'", "'")))).toEqual([])
})

test('errors of approvals have the same Hindi in messages and on the screens', () => {
  expect(hindi).toMatchObject(HINDI_FINDINGS)
  for (const [why, text] of Object.entries(NOT_PUBLISHED))
    expect(hindi, why).toHaveProperty([text], HINDI_NOT_PUBLISHED[why as NotPublished])
})

test('every text that menus and console screens hold as data has a Hindi translation', () => {
  const texts = readAll(source).flatMap((text) => {
    const named = text.matchAll(
      /\b(?:label|heading|newLabel|menuLabel|searchHint|create|update|hint|group): '((?:[^'\\]|\\.)+)'/g,
    )
    const [, searches = ''] = /\bsearches: {([^}]+)}/.exec(text) ?? []
    return [...named, ...searches.matchAll(/: '([^']+)'/g)].map(([, found]) => found as string)
  })
  expect(texts.length).toBeGreaterThan(150)
  expect(missing(texts)).toEqual([])
})

test('every text that the server sends has a Hindi translation', () => {
  const rules = Object.values(PASSWORD_RULES).flat()
  const texts = [
    ...Object.values(ERRORS).map(({ msg }) => msg),
    ...Object.values(APPROVAL_REASONS),
    ...Object.values(TAKEN),
    ...rules.map(({ label }) => label),
    ...Object.values(PERMISSIONS),
    ...Object.values(ROLE_DESCRIPTIONS),
    ...Object.values(SIMULATION_TEXTS),
    ...Object.values(IMPORT_MESSAGES),
    ...Object.values(NOT_RESENT),
    ...Object.values(LAUNCH_PREVIEW_PROBLEMS),
    ...Object.values(TEMPLATE_PROBLEMS),
    ...Object.values(NOTICES).flatMap(({ title, when, variables }) => [
      title,
      when,
      ...variables.map(({ means }) => means),
    ]),
    ...Object.values(FIXED_REASONS),
    ...Object.values(WEBHOOK_EVENTS).map(({ when }) => when),
    ...RESOURCES.flatMap(resourceEndpoints).map(({ message }) => message),
  ]
  expect(missing(texts)).toEqual([])
})

test('every message of a form rule and every success message has a Hindi translation', () => {
  const shown = readAll(source).flatMap((text) => [...text.matchAll(/\bt\((\w+)\.message\)/g)].map(([, name]) => name))
  expect(shown.length).toBeGreaterThan(5)
  const signin = readFileSync(join(contract, 'signin.ts'), 'utf8')
  const fields = readFileSync(join(contract, 'fields.ts'), 'utf8')
  const rules = [...`${signin}${fields}`.matchAll(/'([A-Z][^'/]+(?:required|Short!|Long!|address|Number|OTP))'/g)].map(
    ([, text]) => text as string,
  )
  const successes = ENDPOINTS.filter(({ path }) =>
    /signUp|consumeRequest|requestRequestPassword|changePassword|resend/i.test(path),
  ).map(({ message }) => message)
  expect(missing([...rules, ...successes])).toEqual([])
})

test.each(
  Object.entries({
    administrator: ['व्यवस्थापक', 'प्रशासक'],
    application: ['एप्लिकेशन', 'ऐप्लिकेशन'],
    decision: ['निर्णय', 'फ़ैसल'],
    page: ['पेज', 'पृष्ठ'],
    session: ['सेशन', 'सत्र'],
    date: ['तारीख', 'तारीख़'],
  }),
)('a term has one Hindi word: %s', (_term, [word = '', other = '']) => {
  const texts = [...Object.values(hindi), ...readAll(notifications)].map((text) => text.normalize())
  expect(texts.some((text) => text.includes(word.normalize()))).toBe(true)
  expect(texts.filter((text) => text.includes(other.normalize()))).toEqual([])
})

function missing(texts: string[]): string[] {
  return [...new Set(texts)].filter((text) => !known.has(text))
}

function readAll(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
}
