import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { manifestPages, publishedPages } from '../../pages.ts'

/** Roles beside each other; more are on the next page. */
export const GRID_ROLES_MAX = 100
/** Pages below each other. */
export const GRID_PAGES_MAX = 1000
/** Changes that are saved together. */
export const GRID_CHANGES_MAX = 500

const gridPage = z.object({
  _id: z.string(),
  /** The id of the manifest; empty for a page that was made in the console. */
  manifestId: z.string(),
  name: z.string(),
  path: z.string(),
  /** In the order of the manifest. Actions that were removed from it are at the end while a role has them. */
  actions: z.array(z.object({ id: z.string(), isRemoved: z.boolean() })),
  isActive: z.boolean(),
  /** The application has left it out of its manifest. It is kept while a role uses it. */
  isWithdrawn: z.boolean(),
  /** Published, and no role has it for any client. */
  isUnassigned: z.boolean(),
})
export type GridPage = z.output<typeof gridPage>

const tick = z.object({ roleId: z.string(), pageId: z.string(), actions: z.array(z.string()) })
export type Tick = z.output<typeof tick>

export const readPageAccess = endpoint({
  method: 'GET',
  path: '/api/admin/pageAccess',
  access: 'approvals:read',
  summary: 'Which roles of an application, for a client, may use which pages and actions, as a grid.',
  request: z.object({ applicationId: field.id('Application is required'), clientId: field.id('Client is required') }),
  response: z.object({
    roles: z.array(z.object({ _id: z.string(), name: z.string() })),
    pages: z.array(gridPage),
    /** A role without a tick may not open the page. */
    ticks: z.array(tick),
    /** There are more roles or pages than the grid shows. */
    hasMore: z.boolean(),
  }),
})

const state = z.nullable(z.array(field.requiredText('Action is required', 100)).check(z.maxLength(100, 'Too Long!')))

export const savePageAccess = endpoint({
  method: 'POST',
  path: '/api/admin/pageAccess/save',
  access: 'approvals:write',
  touches: [],
  summary: 'Gives pages and actions to application roles, or takes them. All changes are made, or none.',
  message: 'Page Access Saved',
  request: z.object({
    changes: z
      .array(
        z.object({
          roleId: field.id('Role is required'),
          pageId: field.id('Page is required'),
          /** The actions before, as the grid showed them; `null`: the role did not have the page. */
          before: state,
          after: state,
        }),
      )
      .check(
        z.minLength(1, 'There is nothing to save'),
        z.maxLength(GRID_CHANGES_MAX, `At most ${GRID_CHANGES_MAX} changes at once`),
      ),
  }),
  response: z.object({}),
})

export const publishManifest = endpoint({
  method: 'POST',
  path: '/api/admin/pageAccess/publish',
  access: 'pages:write',
  touches: [],
  summary: 'Publishes the pages of an application from a file, as the application itself would.',
  message: 'Manifest Published',
  request: z.object({ applicationId: field.id('Application is required'), pages: manifestPages() }),
  response: publishedPages,
})
