import * as z from 'zod/mini'
import * as dayField from '../../day-fields.ts'
import * as field from '../../fields.ts'
import { flag } from '../../paging.ts'
import { resource } from '../engine/resource.ts'
import { RANGE_BOUNDS } from './application-roles.ts'

/** Where and when a document approval counts. */
export const rowTerms = z.object({
  firstDay: z.nullable(z.string()),
  lastDay: z.nullable(z.string()),
  /** For every client of the application, instead of the one of its role. */
  allClients: z.boolean(),
  /** On every page of the application, instead of its own. */
  allPages: z.boolean(),
  status: z.enum(field.STATUSES),
})
export type RowTerms = z.output<typeof rowTerms>

/** The same in a form; what is absent stays as it is. */
export const rowTermsForm = {
  /** The days on which it counts, both whole, in the portal's time zone. Without one it has no beginning, or no end. */
  firstDay: dayField.day(),
  lastDay: dayField.day(),
  allClients: z.optional(flag()),
  allPages: z.optional(flag()),
  status: z.optional(field.status()),
}

/** Which application role approves which page (requirement A13). 'Project' is the application. */
export const documentApprovals = resource({
  name: 'documentApprovals',
  title: 'Document approval',
  messages: {
    created: 'Document Approval Created',
    updated: 'Document Approval Updated',
    removed: 'Approval Page Deleted',
  },
  idKey: 'documnetMasteId', // sic
  read: 'approvals:read',
  write: 'approvals:write',
  touches: {},
  fields: ['projectName', 'pageName', 'clientName', 'roleName', 'actionOfRole', 'status'],
  sorts: ['sequence', 'range'],
  filters: { projectId: z.optional(field.id()), clientId: z.optional(field.id()) },
  row: {
    projectId: field.text(),
    projectName: field.text(),
    clientId: field.text(),
    clientName: field.text(),
    roleId: field.text(),
    roleName: field.text(),
    pageId: field.text(),
    pageName: field.text(),
    roleData: z.array(
      z.object({
        sequence: z.nullable(z.number()),
        actionOfRole: z.string(),
        /** Rupees. */
        rangeFrom: z.nullable(z.number()),
        rangeTo: z.nullable(z.number()),
        bounds: z.enum(RANGE_BOUNDS),
      }),
    ),
    ...rowTerms.shape,
  },
  form: {
    projectId: field.id('Application is required'),
    clientId: field.id('Client Name is required'),
    /** The application role. */
    roleId: field.id('Role is required'),
    pageId: field.id('Name is required'),
    ...rowTermsForm,
    // The old console also sends the names. Only the ids are used.
    projectName: field.textOrEmpty(),
    clientName: field.textOrEmpty(),
    roleName: field.textOrEmpty(),
    pageName: field.textOrEmpty(),
  },
  paths: {
    list: '/api/application/getDocumentApprovalMaster',
    create: '/api/application/createDocumentApprovalMaster',
    update: '/api/application/updateDocumentApprovalMaster',
    remove: '/api/application/deleteDocumentApprovalMaster',
  },
})
