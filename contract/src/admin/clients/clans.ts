import * as z from 'zod/mini'
import * as field from '../../fields.ts'
import { recordName } from '../../record-name.ts'
import { resource } from '../engine/resource.ts'

export const CLAN_TYPES = ['INTERNAL', 'EXTERNAL'] as const

/** Named counts of a client (requirement A9). */
export const clans = resource({
  name: 'clans',
  title: 'Clan',
  messages: { created: 'Clan Created', updated: 'Clan Updated', removed: 'Clan Deleted' },
  idKey: 'clainsId', // sic
  read: 'clients:read',
  write: 'clients:write',
  touches: {},
  fields: ['name', 'client', 'count', 'type'],
  filters: { clientId: z.optional(field.id()) },
  row: {
    name: field.text(),
    count: z.number(),
    type: field.text(),
    clientId: field.text(),
    clientData: z.object({ _id: z.string(), displayName: z.string() }),
    createdBy: field.text(),
  },
  form: {
    clientId: field.id('Client Id is required'),
    name: recordName('Name is required'),
    count: field.requiredNumber('Count is required', 0, undefined, 'Enter a whole number, 0 or more'),
    type: field.oneOf(CLAN_TYPES, 'Type is required'),
  },
  paths: {
    list: '/api/client/getAllClains', // sic
    create: '/api/client/createClains', // sic
    update: '/api/client/updateClains', // sic
    remove: '/api/client/deleteClains', // sic
  },
})
