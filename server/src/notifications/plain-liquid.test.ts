import { MESSAGE_LANGUAGES, NOTICES, type NoticeName } from '@gatehouse/contract/notices.ts'
import { expect, test } from 'vitest'
import { builtInSource } from './built-in-source.ts'
import { templateEngine } from './liquid.ts'
import { escapeHtml, fillPlain, readPlain } from './plain-liquid.ts'
import { samplesOf } from './values.ts'

const asText = (text: string) => text
const VALUES = { name: `<b>"A" & 'B'</b> {{ code }} $& %}`, code: 482913, empty: '', nul: 0 }

/** What the engine makes of it, with and without escaping. */
function byEngine(source: string, values: object): string[] {
  return [templateEngine(), templateEngine({ outputEscape: 'escape' })].map((engine) =>
    String(engine.parseAndRenderSync(source, values)),
  )
}

test.each([
  'no variable',
  '',
  '{{ name }}',
  'Dear {{name}}, use {{ code }}{{	code	}}.',
  'a { b } c {{ code }} d } { e',
  'a value that is empty:{{ empty }}{{ nul }}\n\n{{ name }}\n',
])('%j reads as the engine reads it', (source) => {
  const plain = readPlain(source)
  if (plain === null) throw new Error('it is plain')
  const filled = [fillPlain(plain, VALUES, asText), fillPlain(plain, VALUES, escapeHtml)]
  expect(filled).toEqual(byEngine(source, VALUES))
})

test.each([
  '{{ code | upcase }}',
  '{{- code }}',
  '{{ code -}} ',
  '{{ code.length }}',
  '{% if code %}x{% endif %}',
  '{% comment %}{{ code }}{% endcomment %}',
  '{{{ code }}}',
  '{{ code }',
  '{{ "code" }}',
  '{{ code }}}',
  '{{ code\n}} {{ 1 }}',
])('%j is the engine’s to read', (source) => {
  expect(readPlain(source)).toBeNull()
})

test.each(['{{ missing }}', '{{ toString }}', '{{ constructor }}', '{{ nil }}', '{{ true }}'])(
  'a value that there is not is the engine’s to judge: %j',
  (source) => {
    const plain = readPlain(source)
    expect(plain === null ? null : fillPlain(plain, VALUES, asText)).toBeNull()
  },
)

test('a text that gets very long is the engine’s, which has limits', () => {
  const plain = readPlain('{{ name }}'.repeat(3000))
  expect(plain && fillPlain(plain, { name: 'x'.repeat(100) }, asText)).toBeNull()
})

const BUILT_IN = MESSAGE_LANGUAGES.flatMap((language) =>
  (Object.keys(NOTICES) as NoticeName[]).flatMap((notice) =>
    (['email', 'sms'] as const).map((channel) => [language, notice, channel] as const),
  ),
)

test.each(BUILT_IN)('a built-in text reads as the engine reads it: %s, %s, %s', (language, notice, channel) => {
  const source = builtInSource(channel, notice, language)
  const values = { ...samplesOf(notice), firstName: VALUES.name }
  for (const text of source === null ? [] : [source.subject, source.body]) {
    const plain = readPlain(text)
    expect(plain === null).toBe(text.includes('{%'))
    if (plain === null) continue
    const filled = [fillPlain(plain, values, asText), fillPlain(plain, values, escapeHtml)]
    expect(filled).toEqual(byEngine(text, values))
  }
})
