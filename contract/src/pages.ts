import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { recordName } from './record-name.ts'

/** Pages in one manifest. */
export const MANIFEST_PAGES_MAX = 500
/** Actions of one page. */
export const PAGE_ACTIONS_MAX = 30

/** Ids of pages and actions are parts of claims such as `claims.list:approve`, so they have neither spaces nor colons. */
const ID = /^[a-z0-9][a-z0-9._/-]*$/i
const ID_RULE = 'Use letters, numbers, dots, hyphens, slashes and underscores'

const manifestId = (missing: string) => field.requiredText(missing, 100).check(z.regex(ID, ID_RULE))

/** Browsers leave these out of a link before they read it. */
const UNREAD = /\p{Cc}/gu
const SCHEME = /^[a-z][a-z\d+.-]*:/i
/** With a host, and without a user name, which hides it. */
const WEB_ADDRESS = /^https?:\/\/(?:[^\s/?#[\]@\\]+|\[[\da-f:.]+\](?::\d+)?)(?:[/?#]|$)/i
/** Browsers read `//host` as an address, with slashes of either kind. */
const OTHER_SITE = /^[/\\]{2}/

/**
 * A path below an address of the application, or a web address. Applications make links of it, so it is read as browsers
 * read links: `java\tscript:` is a script, and `/\t/host` another site.
 */
function isWebPlace(path: string): boolean {
  const read = path.replace(UNREAD, '').trim()
  return SCHEME.test(read) ? WEB_ADDRESS.test(read) : !OTHER_SITE.test(read)
}

const manifestPage = z.object({
  id: manifestId('Each page needs an id').check(
    z.describe('Your own id of the page. It stays the same when the name changes'),
  ),
  name: recordName('Each page needs a name'),
  description: field.textOrEmpty(),
  path: field
    .textOrEmpty(500, z.refine(isWebPlace, 'Enter a path, such as /claims, or a full web address'))
    .check(z.describe('Where the page is in your application, such as /claims')),
  parent: field.textOrEmpty(100).check(z.describe('The id of the page above it')),
  actions: z
    ._default(
      z
        .array(manifestId('Each action needs an id'), 'Actions are a list')
        .check(z.maxLength(PAGE_ACTIONS_MAX, `At most ${PAGE_ACTIONS_MAX} actions for each page`)),
      [],
    )
    .check(z.describe('What can be done there besides opening it, such as export')),
})
export type ManifestPage = z.output<typeof manifestPage>

/** The pages of an application, in their order: all of them, because a page that is left out counts as removed. */
export const manifestPages = () =>
  z
    .array(manifestPage, 'The manifest needs a list of pages')
    .check(
      z.minLength(1, 'The manifest needs at least one page'),
      z.maxLength(MANIFEST_PAGES_MAX, `At most ${MANIFEST_PAGES_MAX} pages`),
    )

/** What publishing changed, by the names of the pages. */
export const publishedPages = z.object({
  added: z.array(z.string()),
  changed: z.array(z.string()),
  /** Left out of the manifest, and kept because roles still use them. */
  withdrawn: z.array(z.string()),
  /** Left out of the manifest, and used by nobody. */
  removed: z.array(z.string()),
})
export type PublishedPages = z.output<typeof publishedPages>

export const publishPages = endpoint({
  method: 'POST',
  path: '/api/pages/publish',
  access: 'application',
  summary:
    'Publishes all pages of the application with their actions. New ones belong to no role yet. The same pages again change nothing.',
  request: z.object({ pages: manifestPages() }),
  response: publishedPages,
})

/** Why a person has no pages. A part of the contract: none is renamed. */
export const NO_PAGES_REASONS = {
  'client-unknown': 'There is no such client.',
  'client-inactive': 'The client is not active.',
  'application-inactive': 'The application is not active.',
  'not-assigned': 'The application is not assigned to this person for this client.',
  'assignment-not-current': 'The assignment of this person has not begun yet, or has ended.',
  'person-inactive': 'The person is not active.',
} as const
export type NoPagesReason = keyof typeof NO_PAGES_REASONS
const REASON_CODES = Object.keys(NO_PAGES_REASONS) as [NoPagesReason, ...NoPagesReason[]]

const usablePage = z.object({
  _id: z.string(),
  /** The id of the manifest; empty for a page that was made in the console. */
  id: z.string(),
  name: z.string(),
  path: z.string(),
  actions: z.array(z.string()),
})

export const pagesOfPerson = endpoint({
  method: 'GET',
  path: '/api/pages/ofPerson',
  access: 'application',
  summary:
    'Which pages and actions of the application a person has for a client, also of somebody who breaks a conflict rule: unlike in decisions about documents, such a rule takes nothing away here. With an `ETag`: `If-None-Match` is answered with 304.',
  request: z.object({
    person: field
      .requiredText('Person is required', 100)
      .check(z.describe('The id by which the application knows the person (sub)')),
    client: field.requiredText('Client is required', 100).check(z.describe('The id of the client')),
  }),
  response: z.object({
    /** Why there are none; `null`: the person has a role, and the pages are those of the role. */
    reason: z.nullable(z.enum(REASON_CODES)),
    role: z.nullable(z.string()),
    pages: z.array(usablePage),
  }),
})
