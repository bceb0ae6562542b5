import { problemInWords } from '@gatehouse/contract/template-problems.ts'
import { describe, expect, test } from 'vitest'
import { templateProblems } from './template-problems.ts'

type Written = Parameters<typeof templateProblems>[0]
const judge = (changes: Partial<Written>) =>
  templateProblems({ channel: 'email', name: 'welcome', subject: 'Hello', body: '<p>Hello</p>', ...changes })

/** The problems of a template, each as the affected text and the message. */
async function problemsOf(changes: Partial<Written>): Promise<string[][]> {
  const { subject = 'Hello', body = '<p>Hello</p>' } = changes
  const problems = await judge(changes)
  return problems.map((problem) => {
    const text = problem.field === 'Subject' ? subject : body
    return [text.slice(problem.from, problem.to), problemInWords(problem)]
  })
}

describe('a template may', () => {
  test.each([
    ['show a variable', '<p>Hello {{ firstName }} {{lastName}}</p>'],
    ['use harmless filters', '<p>{{ clientName | default: applicationName | upcase | truncate: 20 }}</p>'],
    [
      'test a value',
      '<p>{% if clientName %}For {{ clientName }}{% elsif applicationName %}x{% else %}y{% endif %}</p>',
    ],
    [
      'use the inverse condition',
      '{% unless clientName == "" or applicationName contains "claims" %}<b>x</b>{% endunless %}',
    ],
    ['distinguish cases', '{% case applicationName %}{% when "Eclaims", "Roadside" %}a{% else %}b{% endcase %}'],
    ['contain a comment', '<p>x</p>{% comment %}not sent: {{ whatever }}{% endcomment %}'],
    ['leave out a paragraph', '<p>x</p>{% if clientName %}<p>{{ clientName }}</p>{% endif %}'],
    [
      'fill in addresses',
      '<a href="{{ portal }}/apps" title="{{ brand }}">x</a><a href="https://x.example/?c={{ clientName }}">y</a>',
    ],
    ['compare with what looks like HTML', '{% if clientName == "<b>" %}x{% endif %}'],
  ])('%s', async (_what, body) => {
    expect(await problemsOf({ body })).toEqual([])
  })
})

describe('a template must not', () => {
  test.each([
    [
      'loop',
      '{% for a in b %}x{% endfor %}',
      '{% for a in b %}',
      'Only the tags if, unless, case and comment can be used, not for',
    ],
    [
      'assign a variable',
      'x{% assign a = 1 %}',
      '{% assign a = 1 %}',
      'Only the tags if, unless, case and comment can be used, not assign',
    ],
    [
      'include something',
      '{% include "x" %}',
      '{% include "x" %}',
      'Only the tags if, unless, case and comment can be used, not include',
    ],
    [
      'keep from being read',
      '{% raw %}{{ x }}{% endraw %}',
      '{% raw %}',
      'Only the tags if, unless, case and comment can be used, not raw',
    ],
    [
      'go past the escaping',
      '{{ brand | raw }}',
      '{{ brand | raw }}',
      'Only the filters upcase, downcase, capitalize, default, truncate and strip can be used, not raw',
    ],
    [
      'put a text together',
      '{{ brand | append: "<" }}',
      '{{ brand | append: "<" }}',
      'Only the filters upcase, downcase, capitalize, default, truncate and strip can be used, not append',
    ],
    [
      'misspell a variable',
      '<p>{{ frstName }}</p>',
      'frstName',
      'There is no variable frstName in this message. Did you mean firstName?',
    ],
    ['use what others have', '<p>{{ code }}</p>', 'code', 'There is no variable code in this message'],
    ['test an unknown variable', '{% if otp %}x{% endif %}', 'otp', 'There is no variable otp in this message'],
    [
      'ask for it later',
      '{% if brand == "a" %}x{% elsif otp %}y{% endif %}',
      'otp',
      'There is no variable otp in this message',
    ],
    ['fall back to it', '{{ brand | default: otp }}', 'otp', 'There is no variable otp in this message'],
    [
      'hide it among cases',
      '{% case brand %}{% when otp %}x{% endcase %}',
      'otp',
      'There is no variable otp in this message',
    ],
    [
      'look into a value',
      '{{ brand.size }}',
      'brand.size',
      'Only variables such as firstName can be used, not brand.size',
    ],
    [
      'look into it in another way',
      '{{ brand["size"] }}',
      'brand["size"]',
      'Only variables such as firstName can be used, not brand["size"]',
    ],
    ['show a text', '{{ "<b>" }}', '{{ "<b>" }}', 'Only variables such as firstName can be used, not {{ "<b>" }}'],
    [
      'show two things at once',
      '{{ brand == brand }}',
      '{{ brand == brand }}',
      'Only variables such as firstName can be used, not {{ brand == brand }}',
    ],
    ...['{{- brand }}', '{{ brand -}}', '{%- if brand %}', '{% if brand -%}'].map((markup) => [
      `take away the spaces around ${markup}`,
      `<p>x ${markup} y${markup.includes('%') ? '{% endif %}' : ''}</p>`,
      markup,
      `The hyphen in ${markup} removes the spaces next to it: leave it out`,
    ]),
    [
      'leave something open',
      '<p>{{ brand</p>',
      '{{ brand</p>',
      'The template is not valid: output "{{ brand</p>" not closed, line:1, col:4',
    ],
    [
      'leave a condition open',
      'x{% if brand %}y',
      '{% if brand %}',
      'The template is not valid: tag {% if brand %} not closed, line:1, col:2',
    ],
    [
      'make a tag of HTML by a condition',
      '<{% if brand %}b{% endif %}>x</b>',
      '<',
      'Inside an HTML tag, use a variable alone, without filters or conditions',
    ],
    [
      'make an attribute by a condition',
      '<p {% if brand %}title="x"{% endif %}>x</p>',
      '<',
      'Inside an HTML tag, use a variable alone, without filters or conditions',
    ],
    [
      'filter within an attribute',
      '<p title="{{ brand | upcase }}">x</p>',
      '<p title="{{ brand | upcase }}">',
      'Inside an HTML tag, use a variable alone, without filters or conditions',
    ],
    [
      'open a comment by a condition',
      '<!{% if brand %}-- x{% endif %} -->',
      '<',
      'Inside an HTML tag, use a variable alone, without filters or conditions',
    ],
    [
      'begin an address with a value',
      '<a href="{{ brand }}">x</a>',
      ' href="{{ brand }}"',
      'Not allowed in a message: href="{{ brand }}" on <a>',
    ],
    [
      'end a host with a value',
      '<a href="https://x{{ brand }}/">x</a>',
      ' href="https://x{{ brand }}/"',
      'Not allowed in a message: href="https://x{{ brand }}/" on <a>',
    ],
    [
      'hide a script in a branch',
      '{% if brand %}x{% else %}<script>1</script>{% endif %}',
      '<script>1</script>',
      'Not allowed in a message: <script>',
    ],
    [
      'style by a value',
      '<p style="color:{{ brand }}">x</p>',
      'color:{{ brand }}',
      'Not allowed in a message: color:{{ brand }} in the style of <p>',
    ],
    ['hold control characters', 'a\x07b', '\x07', 'Control characters are not allowed.'],
    [
      'have no end of conditions',
      '{% if brand %}x{% endif %}'.repeat(26),
      '{% if brand %}',
      'At most 50 tags can be used',
    ],
    ['nest without end', '{% if brand %}'.repeat(3500), '{% if brand %}', 'At most 50 tags can be used'],
  ])('%s', async (_what, body, text, words) => {
    expect(await problemsOf({ body })).toEqual([[text, words]])
  })

  test('be too long to be checked in every branch', async () => {
    const branches = `{% if brand %}${'{% elsif lastName %}'.repeat(48)}{% endif %}`
    const judged = (length: number) => judge({ body: `${'<img> '.repeat(length / 6)}${branches}` })
    expect(await judged(48_000)).toMatchObject([{ from: 0, to: 48_000 + branches.length, reason: 'too_long' }])
    expect(await judged(4800)).toEqual([])
  })

  test('block the server while its branches are checked', async () => {
    let turns = 0
    let next = setImmediate(function count() {
      turns++
      next = setImmediate(count)
    })
    await judge({ body: `{% if brand %}a${'{% elsif lastName %}b'.repeat(20)}{% endif %}` })
    clearImmediate(next)
    expect(turns).toBeGreaterThan(20)
  })

  test('hide one problem behind another', async () => {
    const problems = await problemsOf({ body: '<p>{{ frstName }} {{ lstName }}</p>', subject: '{{ brnd }}' })
    expect(problems.map(([text]) => text)).toEqual(['brnd', 'frstName', 'lstName'])
  })
})

describe('the check of a code', () => {
  const needs = 'This template needs {{ code }}'
  const always = '{{ code }} must be shown under all conditions'
  const unseen = '{{ code }} is in a place that is not displayed'
  const asked = 'A condition cannot depend on {{ code }}: the result would reveal its value'
  const address =
    '{{ code }} cannot be used in an attribute. Only the href of a link may be {{ link }}, with nothing added to it.'
  test.each([
    ['shown', '<p>{{ code }}</p>', []],
    ['shown in every case', '{% if clientName %}<b>{{ code }}</b>{% else %}<i>{{code}}</i>{% endif %}', []],
    ['shown beside a condition', '{% if clientName %}x{% endif %}{{ code }}', []],
    ['missing', '<p>x</p>', [needs]],
    ['missing in one case', '{% if clientName %}{{ code }}{% else %}x{% endif %}', [always]],
    ['missing if no case matches', '{% case brand %}{% when "a" %}{{ code }}{% endcase %}', [always]],
    [
      'shown by two separate conditions',
      '{% if clientName %}{{ code }}{% endif %}{% unless clientName %}{{ code }}{% endunless %}',
      [always],
    ],
    ['cut', '{{ code | truncate: 1 }}', [always]],
    ['only used in a condition', '{% if code %}x{% endif %}', [needs, asked]],
    ['in a comment', '<p>x</p><!-- {{ code }} -->', [unseen, address]],
    ['in a comment of Liquid', '<p>x</p>{% comment %}{{ code }}{% endcomment %}', [needs]],
    ['in an attribute', '<p title="{{ code }}">x</p>', [unseen, address]],
  ])('finds one that is %s', async (_what, body, expected) => {
    for (const name of ['login-otp', ' LOGIN-OTP'])
      expect((await problemsOf({ name, body })).map(([, words]) => words)).toEqual(expected)
  })

  test('applies to a link in an SMS too', async () => {
    expect(await problemsOf({ channel: 'sms', name: 'reset-password', body: 'Go to {{ link }}' })).toEqual([])
    const body = '{% if brand %}{{ link }}{% endif %}'
    expect((await judge({ channel: 'sms', name: 'reset-password', body }))[0]?.reason).toBe('needs_always')
  })

  test('accepts a link in an address as shown, because the plain text contains it', async () => {
    expect(await problemsOf({ name: 'reset-password', body: '<a href="{{ link }}">Choose</a>' })).toEqual([])
  })
})

describe('a subject', () => {
  test.each([
    ['Hello {{ firstName }}', []],
    ['Your code {{ code }}', ['Subjects appear on locked screens, so they cannot contain codes or links.']],
    [
      '{% if code == "1" %}x{% endif %}y',
      ['Subjects appear on locked screens, so they cannot contain codes or links.'],
    ],
    ['a\r\nBcc: b@example.com', ['Control characters are not allowed.']],
    ['a\u2028b', ['Control characters are not allowed.']],
    ['{% if clientName %}x{% endif %}', ['The subject is empty under some conditions']],
    ['Hello {{- firstName }}', ['The hyphen in {{- firstName }} removes the spaces next to it: leave it out']],
    ['{{ lnk }}', ['There is no variable lnk in this message. Did you mean link?']],
  ])('%j', async (subject, expected) => {
    const name = subject.includes('code') ? 'login-otp' : 'reset-password'
    const body = '<p>{{ code }} {{ link }}</p>'.replace(name === 'login-otp' ? '{{ link }}' : '{{ code }}', '')
    expect((await problemsOf({ name, subject, body })).map(([, words]) => words)).toEqual(expected)
  })
})

test('an SMS keeps the spaces around its variables, because it is registered with them', async () => {
  const body = 'Code {{- code -}} is'
  expect(await problemsOf({ channel: 'sms', name: 'login-otp', body })).toEqual([
    ['{{- code -}}', 'The hyphen in {{- code -}} removes the spaces next to it: leave it out'],
  ])
})

test('an SMS has no HTML: what looks like a tag is text', async () => {
  expect(await problemsOf({ channel: 'sms', body: '5 < 6 {{ brand }} <script>' })).toEqual([])
})
