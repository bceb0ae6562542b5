import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { flag } from '../../paging.ts'
import { recordName } from '../../record-name.ts'
import { resource } from '../engine/resource.ts'

/** Pages of applications (requirement A12). Everyone who is signed in may see them (requirement C2). */
export const pages = resource({
  name: 'pages',
  title: 'Page',
  messages: { created: 'App Page Created', updated: 'App Page Updated', removed: 'App Page Deleted' },
  idKey: 'pageId',
  read: 'session',
  write: 'pages:write',
  touches: {},
  fields: ['page', 'application', 'status'],
  /** `isUnassigned`: published by the application, and no role may use it yet. */
  filters: { applicationId: z.optional(field.id()), isUnassigned: z.optional(flag()) },
  row: {
    page: field.text(),
    description: field.text(),
    applicationId: field.text(),
    applicationName: field.text(),
    status: field.text(),
    /** The id in the manifest of the application; empty for a page that was made in the console. */
    manifestId: field.text(),
    path: field.text(),
    actions: z.array(z.string()),
    /** The application has left it out of its manifest. It is kept while a role uses it. */
    isWithdrawn: z.boolean(),
    isUnassigned: z.boolean(),
  },
  form: {
    page: recordName('Name is required'),
    description: field.textOrEmpty(),
    applicationId: field.id('Application is required'),
    /** The old console sends it with the id. Only the id is used. */
    applicationName: field.textOrEmpty(),
    status: field.status(),
  },
  changes: {
    page: recordName('Name is required'),
    // If absent, these stay the same.
    description: field.optionalText(),
    applicationId: z.optional(field.id('Application is required')),
    applicationName: field.textOrEmpty(),
    status: field.status(),
  },
  paths: {
    list: '/api/page/getAllPage',
    create: '/api/page/createPage',
    update: '/api/page/updatePage',
    remove: '/api/page/deletePage',
  },
})

export const updatePageOfUsers = endpoint({
  method: 'POST',
  path: '/api/users/updatePage',
  access: 'pages:write',
  touches: [],
  summary: 'Page: changes one. What is left out stays the same. The address that some old screens call.',
  message: pages.update.message,
  request: pages.update.request,
  response: pages.update.response,
})
