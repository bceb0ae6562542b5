import { RegExpParser } from '@eslint-community/regexpp'
import { parseAst } from 'rolldown/parseAst'
import { analyse } from 'scslre'
import { expect, test } from 'vitest'
import { filesBelow, textOf } from './sources.ts'

// A regular expression that needs the square of the length of a text can stop the whole server.

/** Such expressions, and why nobody can send them a long text, or delays nobody but themselves. */
const HARMLESS: Record<string, Record<string, string>> = {
  'contract/src/read-amount.ts': {
    '/0+$/': 'a cell has 10,000 characters at most',
  },
  'contract/src/sms-text.ts': {
    '/\\{\\{[\\s\\S]*?\\}\\}|\\{%[\\s\\S]*?%\\}/g': 'a template that could be read closes what it opens',
  },
  'sample-app/src/main.ts': {
    '/\\/+$/': 'a setting',
  },
  'server/src/admin/approvals/sheets/read-band.ts': {
    '/^(?:from )?(.+?) ?(?:-|\\bup ?to\\b|\\bto\\b) ?(.+)$/':
      'a cell in one line always fits once it has a hyphen or "to"',
  },
  'server/src/admin/approvals/sheets/workbook/number-format.ts': {
    '/(?:"[^"]*"|\\\\.|[_*].|\\[[^\\]]*\\]|[^;])+|(?<=^|;)(?=;|$)/g': 'a format is cut at 255 characters',
    '/"([^"]*)"|\\\\(.)|[_*].|\\[\\$([^\\]-]*)[^\\]]*\\]|\\[[^\\]]*\\]|(General|@|[0#?.,]+)|E[+-]|AM\\/PM|[hmsegb]|(.)/gi':
      'a format is cut at 255 characters',
    '/,+(?=\\.|$)/g': 'a format is cut at 255 characters',
  },
  'server/src/admin/approvals/sheets/workbook/read-workbook.ts': {
    '/"[^"]*"|\\[[^\\]]*\\]|\\\\./g': 'a format is cut at 255 characters',
  },
  'server/src/approvals/bounds.ts': {
    '/0*$/': 'a number',
  },
  'server/src/archive/tar.ts': {
    '/\\0.*$/s': 'a field of 100 bytes',
  },
  'server/src/cli/archive-recover.ts': {
    '/T.*(?:Z|[+-]\\d\\d:\\d\\d)$/': 'an argument of the operator',
  },
  'server/src/cli/doctor/check-messages.ts': {
    '/<([^>]*)>/': 'a setting',
  },
  'server/src/cli/support/scrub.ts': {
    "/[\\p{L}\\p{N}._%+'-]+@[\\p{L}\\p{N}-]+(?:\\.[\\p{L}\\p{N}-]+)*/gu":
      'a command of its own, which the operator waits for',
  },
  'server/src/database-url.ts': {
    '/^(postgres(?:ql)?:\\/\\/)([^/@]*@)?([^/?]*)(.*)$/': 'a setting',
  },
  'server/src/db/refuse.ts': {
    '/["\'»“”„]*$/': 'our own words in an error of PostgreSQL',
  },
  'server/src/identity/password-strength.ts': {
    '/^[^A-Za-z]+|[^A-Za-z]+$/g': 'a password has 256 characters at most',
  },
  'server/src/notifications/mail-tags.ts': {
    '/\\s+([a-zA-Z][\\w:-]*)(?:\\s*=\\s*("[^"<>]*"|\'[^\'<>]*\'|[^\\s"\'<>=`{}&]+))?/':
      'it is a part of others, which begin at one place',
  },
  'server/src/notifications/plain-text.ts': {
    '/<(\\/?)([a-z]+\\d?)([^>]*)>|[^<]+/g': 'a library wrote this HTML, and ends each tag',
  },
  'server/src/service-accounts/authenticate.ts': {
    '/^bearer +(.*)$/i': 'a header has 16 kB at most, and no line break',
  },
  'web/src/admin/applications/simulation/proof.ts': {
    '/=+$/': 'what the portal has made, in the browser',
  },
  'web/src/admin/people/invitations/addresses-in.ts': {
    '/<([^<>\\s]+@[^<>\\s]+)>/g': 'what somebody pastes into their own browser',
  },
}

/** Expressions that are put together when the program runs, by how the source does it, and why they are safe. */
const PUT_TOGETHER: Record<string, Record<string, string>> = {
  'contract/src/admin/approvals/sheets.ts': {
    "`^(\\\\d{1,2}:(${SHEET_COLUMNS.join('|')})(,|$))*$`": 'each part begins with a digit and ends with a comma',
  },
  'contract/src/admin/jobs/import-messages.ts': {
    "`^${message.replace(/[.?]/g, '\\\\$&').replace(PLACE, '(?<$1>.+)')}$`":
      "a line of an import's result is one of our own messages with the values of one record",
  },
  'contract/src/dlt.ts': {
    "`(\\\\{#(?:${NAMES})#\\\\}|#(?:${NAMES})#)`, 'i'": 'between fixed signs there are fixed words',
  },
  'contract/src/read-amount.ts': {
    "`^${RUPEE}?\\\\s*(\\\\d[\\\\d,]*)(?:\\\\.(\\\\d+))?\\\\s*(${Object.keys(UNITS).join('|')})?\\\\.?\\\\s*${RUPEE}?\\\\s*(?:/-)?\\\\s*(?:only)?$`":
      'blanks are single and digits end it, since its text is made plain before',
  },
  'server/src/admin/approvals/sheets/read-band.ts': {
    '`^${ABOVE} ?(.+?) ?${AND} ?(?:${UP_TO}|to\\\\b) ?(.+)$`': '100 characters at most',
    '`^${ABOVE} ?(.+?) ?${AND} ?${BELOW} ?(.+)$`': '100 characters at most',
    '`^${ABOVE} ?(.+)$`': '100 characters at most',
    '`^${UP_TO} ?(.+)$`': '100 characters at most',
    '`^${BELOW} ?(.+)$`': '100 characters at most',
    "`\\\\d ?(${Object.keys(UNITS).join('|')})(?![a-z])`": 'a digit and a fixed word',
  },
  'server/src/admin/approvals/sheets/read-units.ts': {
    "`(?<!\\\\d ?)(?<![a-z])(${words.join('|')}|${UNCLEAR})(?![a-z])`, 'g'": 'fixed words',
    '`\\\\([^()\\\\d]*(?<![a-z])(${LETTERS})\\\\)`': 'each bracket begins one attempt, which ends at the next',
    "`(?:(?<![a-z])in|${RUPEE}|\\\\() ?${RUPEE}? ?(?:in )?(${words.join('|')})(?![a-z])`": 'fixed words',
    "`\\\\d ?(?:${Object.keys(UNITS).join('|')})(?![a-z])`": 'a digit and a fixed word',
  },
  'server/src/admin/approvals/sheets/workbook/read-xml.ts': {
    "`<(?:\\\\w+:)?${name}((?:[\\\\s/][^<>]*)?)>`, 'g'": 'each < begins one attempt, which ends at the next',
    "`</(?:\\\\w+:)?${name}>`, 'g'": 'fixed words',
    '`\\\\s${name}\\\\s?=\\\\s?(?:"([^"]*)"|\'([^\']*)\')`': 'each blank begins one attempt at a fixed name',
  },
  'server/src/admin/jobs/csv/parse-csv.ts': {
    "`[${separator}\\\\r\\\\n\"]`, 'g'": 'one character',
  },
  'server/src/factors/passkey-challenges.ts': {
    '`^${COOKIES.passkey}(_[A-Za-z0-9_-]{6})?$`': 'a name of a cookie, with six characters behind it',
  },
  'server/src/http/large-text.ts': {
    '`(^|,)\\\\s*${name}\\\\s*(;q=(?!0(\\\\.0+)?\\\\s*(,|$))|,|$)`': 'a header has 16 kB at most',
  },
  'server/src/identity/name-problem.ts': {
    "`\\\\p{Script=${script}}`, 'u'": 'one character',
  },
  'server/src/notifications/mail-tags.ts': {
    "`</?([a-zA-Z][a-zA-Z0-9:]*)${ATTRIBUTES}\\\\s*/?>`, 'y'": 'it is tried at one place',
    "`(<style${ATTRIBUTES}\\\\s*>)([^<]*)</style\\\\s*>`, 'iy'": 'it is tried at one place',
    "ATTRIBUTE, 'g'": 'what it reads has matched as a repetition of it',
  },
  'server/src/notifications/plain-text.ts': {
    '`\\\\s${name}="([^"]*)"`': 'each blank begins one attempt at a fixed name',
  },
  'server/src/notifications/render.ts': {
    "`(\\\\s(?:${ADDRESSES.join('|')})\\\\s*=\\\\s*)(\"[^\"]*\"|'[^']*')`, 'gi'":
      'each blank begins one attempt, and a stored template is rendered in a process of its own',
  },
  'server/src/notifications/secret-places.ts': {
    "`[${LINK_MARK}${SECRET_MARK}]+`, 'g'": 'one kind of character',
    "`(?<!\\\\S)\\\\S*[${LINK_MARK}${SECRET_MARK}]\\\\S*`, 'g'": 'each run without blanks is read once',
    '`^href=(["\'])${LINK_MARK}+\\\\1$`': 'it begins and ends with the text',
  },
  'server/src/outbound/spellings.ts': {
    "[ '%(?<byte>[0-9a-f]{2})', String.raw`\\\\+u(?<high>d[89ab][0-9a-f]{2})\\\\+u(?<low>d[c-f][0-9a-f]{2})`, String.raw`\\\\+(?:u(?<unit>[0-9a-f]{4})|x(?<half>[0-9a-f]{2}))`, '&#(?:x0*(?<hexadecimal>[0-9a-f]{1,5})|0*(?<decimal>[0-9]{1,6}));?', '&(?<name>amp|lt|gt|quot|apos);', String.raw`\\\\+`, ].join('|'), 'gi'":
      'a run of backslashes is taken as a whole, by its last form at the latest',
  },
  'server/src/service-accounts/keys.ts': {
    '`^${SERVICE_KEY_PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`': 'a fixed length',
  },
}

const FOLDERS = ['contract/src', 'server/src', 'client/src', 'sample-app/src', 'web/src']

type Written = { pattern: string; flags: string }
type Found = { written: Written[]; putTogether: string[] }

/** The regular expressions of a file: those that are written out, and the source of the arguments of the others. */
function expressionsOf(file: string): Found {
  const [text, found] = [textOf(file), { written: [], putTogether: [] } as Found]
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && node.type === 'Literal' && 'regex' in node)
      return void found.written.push(node.regex as Written)
    if (makesOne(node)) found.putTogether.push(argumentsOf(node, text))
    for (const part of Object.values(node)) look(part)
  }
  look(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file))
  return found
}

type Place = { start: number; end: number }
type Making = { arguments: Place[] }

/** With or without `new`. */
const makesOne = (node: object): node is Making =>
  'callee' in node && 'arguments' in node && nameOf(node.callee) === 'RegExp'

/** `RegExp`, or `globalThis.RegExp`. */
function nameOf(callee: unknown): string {
  const { name, property } = callee as { name?: string; property?: { name?: string } }
  return name ?? property?.name ?? ''
}

function argumentsOf({ arguments: given }: Making, text: string): string {
  const [first, last] = [given[0], given.at(-1)]
  return first === undefined || last === undefined ? '' : text.slice(first.start, last.end).replace(/\s+/g, ' ')
}

function isSlow({ pattern, flags: letters }: Written): boolean {
  const parser = new RegExpParser()
  const flags = parser.parseFlags(letters)
  const parsed = parser.parsePattern(pattern, undefined, undefined, flags)
  return analyse({ pattern: parsed, flags }, { reportTypes: { Move: true } }).reports.length > 0
}

const FILES = FOLDERS.flatMap((folder) => filesBelow(folder, /(?<!\.test)\.tsx?$/)).map(
  (file) => [file, expressionsOf(file)] as const,
)

/** Each file with what was found in it, in one order. */
const listed = (found: (readonly [file: string, expressions: string[]])[]) =>
  Object.fromEntries(found.filter(([, all]) => all.length > 0).map(([file, all]) => [file, all.toSorted()]))
const known = (reasons: Record<string, Record<string, string>>) =>
  listed(Object.entries(reasons).map(([file, all]) => [file, Object.keys(all)]))

test('a regular expression reads a text once, or is known to get short ones', () => {
  const spelt = ({ pattern, flags }: Written) => `/${pattern}/${flags}`
  const slow = FILES.map(([file, { written }]) => [file, written.filter(isSlow).map(spelt)] as const)
  expect(listed(slow)).toEqual(known(HARMLESS))
})

test('a regular expression that is put together when the program runs is known to be safe', () => {
  expect(listed(FILES.map(([file, { putTogether }]) => [file, putTogether]))).toEqual(known(PUT_TOGETHER))
})
