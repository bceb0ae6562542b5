import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { recordName } from '../../record-name.ts'

/** So many views a person has of one list. */
export const VIEWS_MAX = 20
export const VIEW_NAME_MAX_LENGTH = 60

const name = recordName('Name is required', VIEW_NAME_MAX_LENGTH)
/** The name of a resource. */
const list = z.string('There is no such list').check(z.regex(/^[a-zA-Z]{1,40}$/, 'There is no such list'))
/** What the address of the list says: search, filters, order, columns. */
const query = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500, 'Too Long!')))

const view = z.object({ _id: z.string(), name: z.string(), query: z.record(z.string(), z.string()) })
export type View = z.output<typeof view>

export const listViews = endpoint({
  method: 'GET',
  path: '/api/admin/views',
  access: 'session',
  summary: 'The views of a list that one has saved, by name.',
  request: z.object({ list }),
  response: z.array(view),
})

export const saveView = endpoint({
  method: 'POST',
  path: '/api/admin/views/save',
  access: 'session',
  summary: 'Saves a search, filters, order and columns of a list that one may read under a name. At most 20 a list.',
  message: 'View Saved',
  request: z.object({ list, name, query }),
  response: view,
})

export const renameView = endpoint({
  method: 'POST',
  path: '/api/admin/views/rename',
  access: 'session',
  summary: 'Renames one of the caller’s views.',
  message: 'View Renamed',
  request: z.object({ viewId: field.id(), name }),
  response: z.object({}),
})

export const deleteView = endpoint({
  method: 'POST',
  path: '/api/admin/views/delete',
  access: 'session',
  summary: 'Deletes one of the caller’s views.',
  message: 'View Deleted',
  request: z.object({ viewId: field.id() }),
  response: z.object({}),
})

export const VIEW_CALLS = [listViews, saveView, renameView, deleteView]
