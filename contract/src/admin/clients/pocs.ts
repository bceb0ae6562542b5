import * as z from 'zod/mini'
import * as field from '../../fields.ts'
import { flag } from '../../paging.ts'
import { recordName } from '../../record-name.ts'
import { resource } from '../engine/resource.ts'

const alternateEmail = () =>
  field.requiredText('Alternate is required', 254).check(z.email('Alternate must be a valid email address'))

const changeable = {
  pocName: recordName('Name is required'),
  pocAlternateName: recordName('Alternate Name is required'),
  pocEmail: field.email(),
  pocAlternateEmail: alternateEmail(),
  pocContact: field.phoneNumber(),
  pocAlternateContact: field.phoneNumber(),
  city: field.textOrEmpty(100),
  state: field.textOrEmpty(100),
  country: field.textOrEmpty(100),
  zip: field.textOrNumber(20),
  /**
   * Whether the people of these addresses decide about requests for access (ADR 0101). If absent, it stays the same; a new contact
   * does not. A change of it, or of an address or client with it, also needs `users:write`.
   */
  decidesRequests: z.optional(flag()),
}

/** Points of contact of a client (requirement A8). */
export const pocs = resource({
  name: 'pocs',
  title: 'Point of contact',
  messages: { created: 'POC Created', updated: 'POC Updated', removed: 'POC Deleted' },
  idKey: 'pocId',
  read: 'clients:read',
  write: 'clients:write',
  touches: {},
  isSensitive: true,
  fields: ['any', 'pocName', 'pocAlternateName', 'pocEmail', 'pocAlternateEmail', 'pocContact', 'pocAlternateContact'],
  filters: { clientId: z.optional(field.id()) },
  row: {
    pocName: field.text(),
    pocAlternateName: field.text(),
    pocEmail: field.text(),
    pocAlternateEmail: field.text(),
    pocContact: field.text(),
    pocAlternateContact: field.text(),
    city: field.text(),
    state: field.text(),
    country: field.text(),
    zip: field.text(),
    decidesRequests: z.boolean(),
    clientId: field.text(),
    clientName: field.text(),
    createdBy: field.text(),
    updatedBy: field.text(),
  },
  form: { ...changeable, clientId: field.id('Name is required') },
  // The specified update sends no client. If absent, it stays the same.
  changes: { ...changeable, clientId: z.optional(field.id('Name is required')) },
  paths: {
    list: '/api/client/getAllPoc',
    create: '/api/client/createPoc',
    update: '/api/client/updatePoc',
    remove: '/api/client/deletePoc',
  },
})
