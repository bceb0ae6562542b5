import { expect, test } from 'vitest'
import { judgeRelatedOrigins } from './judge-related-origins.ts'

const URL = 'https://former.example/.well-known/webauthn'
const ORIGIN = 'https://new.example'
const RIGHT = { origins: [ORIGIN] }

const judge = (status: number, content: unknown, headers: Record<string, string> = {}) =>
  judgeRelatedOrigins(
    { status, text: JSON.stringify(content), headers: { 'content-type': 'application/json', ...headers } },
    URL,
    ORIGIN,
  )

test.each([
  ['as the portal serves it', RIGHT, {}],
  ['with a charset', RIGHT, { 'content-type': 'Application/JSON; charset=utf-8' }],
  ['beside other origins, and with a slash', { origins: ['nonsense', 'https://a.example', `${ORIGIN}/`] }, {}],
])('the file of the former host is right %s', (_, content, headers) => {
  expect(judge(200, content, headers)).toMatchObject({ state: 'ok', mend: null })
})

test.each([
  ['redirects to https://new.example', 301, RIGHT, { location: 'https://new.example/.well-known/webauthn' }],
  ['answers HTTP 404', 404, RIGHT, {}],
  ['has the content type text/html', 200, RIGHT, { 'content-type': 'text/html; charset=utf-8' }],
  ['holds no list of origins', 200, { origins: ORIGIN }, {}],
  ['holds no list of origins', 200, null, {}],
  ['does not name https://new.example', 200, { origins: ['https://new.example:8443', 'http://new.example'] }, {}],
])('the finding says that the file %s', (seen, status, content, headers) => {
  expect(judge(status, content, headers)).toMatchObject({
    state: 'fault',
    seen: `${URL} ${seen}.`,
    mend: expect.stringContaining('{"origins":["https://new.example"]}'),
  })
})
