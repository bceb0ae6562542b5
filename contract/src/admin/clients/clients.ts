import * as z from 'zod/mini'
import { brandingForm, brandingRow } from '../../branding.ts'
import * as field from '../../fields.ts'
import { flag } from '../../paging.ts'
import { recordName } from '../../record-name.ts'
import { resource } from '../engine/resource.ts'
import { confirmMinutesForm, confirmMinutesRow, signInDemandForm, signInDemandRow } from '../engine/sign-in-demand.ts'
import { officeNumber } from './office-number.ts'

const form = {
  actualName: recordName('Actual Name is required', 200),
  displayName: recordName('Display Name is required', 200),
  email: z._default(z.union([z.literal(''), field.email()], 'Email must be a valid email address'), ''),
  /** The path that an upload returned, or empty. */
  clientLogo: field.uploadedPath(),
  address: field.textOrEmpty(1000),
  officeContact: officeNumber(),
  daysData: field.wholeNumber(0, 100_000, 'Enter a whole number from 0 to 1,00,000'),
  filterByCaseStatus: z._default(
    z.union([
      flag(),
      z.pipe(
        z.literal(''),
        z.transform(() => false),
      ),
    ]),
    false,
  ),
  listCaseStatus: field.textOrEmpty(2000),
  /** The client's id in other systems. */
  uuid: field.textOrEmpty(100),
  status: field.status(),
  /** Comma-separated. */
  schemaNames: field.textOrEmpty(2000),
  createdByNames: field.textOrEmpty(2000),
  /** Without such a sign-in its people open no application for it, and have no permissions in the console. */
  ...signInDemandForm(),
  /** How old, in minutes, a sign-in may be when an application is opened for it; null: of any age. The application may ask for less. */
  confirmMinutes: confirmMinutesForm(),
  branding: brandingForm(),
}

/** Clients are organisations, never OAuth clients (requirement A7). */
export const clients = resource({
  name: 'clients',
  title: 'Client',
  messages: { created: 'Client Created', updated: 'Client Updated', removed: 'Client Deleted' },
  idKey: 'clientId',
  read: 'clients:read',
  write: 'clients:write',
  touches: {},
  isSensitive: true,
  fields: ['any', 'actualName', 'displayName', 'email', 'officeContact', 'status'],
  filters: { clientId: z.optional(field.id()) },
  row: {
    actualName: field.text(),
    displayName: field.text(),
    email: field.text(),
    clientLogo: field.text(),
    address: field.text(),
    officeContact: z.nullable(z.number()),
    daysData: z.nullable(z.number()),
    filterByCaseStatus: z.boolean(),
    listCaseStatus: field.text(),
    uuid: field.text(),
    status: field.text(),
    schemaNames: field.text(),
    createdByNames: field.text(),
    ...signInDemandRow,
    confirmMinutes: confirmMinutesRow,
    branding: brandingRow,
    isDeleted: z.boolean(),
  },
  form,
  // The old console always sends `isDeleted` as false. It has no effect.
  changes: { ...form, isDeleted: z.optional(flag()) },
  paths: {
    list: '/api/client/getAllClient',
    create: '/api/client/createClient',
    update: '/api/client/updateClient',
    remove: '/api/client/deleteClient',
  },
})
