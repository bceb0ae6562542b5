import * as z from 'zod/mini'
import * as field from '../../fields.ts'
import { resource } from '../engine/resource.ts'

const alternateEmail = () =>
  field.requiredText('Alternate is required', 254).check(z.email('Alternate must be a valid email address'))

const changeable = {
  pocName: field.requiredText('Name is required', 100),
  pocAlternateName: field.requiredText('Alternate Name is required', 100),
  pocEmail: field.email(),
  pocAlternateEmail: alternateEmail(),
  pocContact: field.phoneNumber(),
  pocAlternateContact: field.phoneNumber(),
  city: field.textOrEmpty(100),
  state: field.textOrEmpty(100),
  country: field.textOrEmpty(100),
  zip: field.textOrNumber(20),
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
