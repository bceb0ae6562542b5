import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { flag } from '../../paging.ts'
import { recordName } from '../../record-name.ts'
import { resource } from '../engine/resource.ts'

/** Two, so that a program can switch to the new key before the old one ends. */
export const KEYS_MAX = 2
export const KEY_DAYS_MAX = 365
export const KEY_DAYS_DEFAULT = 90
/** The console and the overview name a key that ends within these days; the owner is notified, too. */
export const KEY_ENDS_SOON_DAYS = 14

const NETWORK = 'Enter addresses or networks, such as 203.0.113.7 or 2001:db8::/32'
const NETWORKS_MAX = 50
const PERMISSIONS_MAX = 200

/** Service accounts: programs that administer the portal with permissions of their own (ADR 0056). */
export const serviceAccounts = resource({
  name: 'serviceAccounts',
  title: 'Service account',
  messages: {
    created: 'Service Account Created',
    updated: 'Service Account Updated',
    removed: 'Service Account Deleted',
  },
  idKey: 'accountId',
  read: 'service-accounts:read',
  write: 'service-accounts:write',
  touches: {
    create: 'service-account',
    update: 'service-account',
    remove: 'service-account',
    restore: 'service-account',
  },
  fields: ['name', 'description', 'permissions', 'status'],
  sorts: ['ownerName', 'keysEndAt', 'lastUsedAt'],
  filters: {
    id: z.optional(field.id()),
    /** Only those with a key that ends within two weeks. */
    isEnding: z.optional(flag()),
    /** Only those whose owner is missing, inactive or deleted. */
    isOwnerless: z.optional(flag()),
  },
  row: {
    name: field.text(),
    description: field.text(),
    ownerId: field.nullableText(),
    ownerName: field.text(),
    /** False when the owner is missing, inactive or deleted: then nobody is notified of keys that end. */
    hasOwner: z.boolean(),
    /** Names of permissions. */
    permissions: z.array(z.string()),
    /** Addresses and networks that may use the account. Empty: all. */
    networks: z.array(z.string()),
    status: field.text(),
    /** How many keys are valid. */
    keyCount: z.number(),
    /** When the first of the valid keys ends. */
    keysEndAt: field.nullableText(),
    /** When and from where a key was last used, precise to a minute. */
    lastUsedAt: field.nullableText(),
    lastUsedFrom: field.nullableText(),
  },
  form: {
    name: recordName('Name is required'),
    description: field.optionalText(500),
    /** Left out: at first the person who creates the account, later no change. */
    ownerId: z.optional(
      z.pipe(
        z.pipe(
          z.string('Owner is required'),
          z.transform((sent) => (sent === '' ? undefined : sent)),
        ),
        z.optional(field.id('Owner is required')),
      ),
    ),
    permissions: z
      .array(z.string().check(z.maxLength(100, 'Too Long!')), 'Choose at least one permission')
      .check(z.minLength(1, 'Choose at least one permission'), z.maxLength(PERMISSIONS_MAX, 'Too Long!')),
    networks: z._default(
      z.pipe(
        z.pipe(
          z.array(z.string(), NETWORK),
          z.transform((sent) => [...new Set(sent.map((one) => one.trim()))].filter((one) => one !== '')),
        ),
        z
          .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], NETWORK))
          .check(z.maxLength(NETWORKS_MAX, 'Too Long!')),
      ),
      [],
    ),
    status: field.status(),
  },
  paths: {
    list: '/api/admin/serviceAccounts/list',
    create: '/api/admin/serviceAccounts/create',
    update: '/api/admin/serviceAccounts/update',
    remove: '/api/admin/serviceAccounts/delete',
  },
})

const accountId = field.id('Service account is required')

const key = z.object({
  _id: z.string(),
  name: z.string(),
  /** How the key begins. */
  prefix: z.string(),
  createdAt: z.string(),
  /** The name of the person who created it. */
  createdBy: z.string(),
  expiresAt: z.string(),
  /** Precise to a minute. `null`: not used yet. */
  lastUsedAt: field.nullableText(),
  lastUsedFrom: field.nullableText(),
})
export type ServiceAccountKey = z.output<typeof key>

export const serviceAccountKeys = endpoint({
  method: 'GET',
  path: '/api/admin/serviceAccounts/keys',
  access: 'service-accounts:read',
  summary: 'The valid keys of a service account. They cannot be read: only how each begins.',
  request: z.object({ accountId }),
  response: z.array(key),
})

export const addServiceAccountKey = endpoint({
  method: 'POST',
  path: '/api/admin/serviceAccounts/addKey',
  access: 'service-accounts:write',
  // A stolen key would make others, which outlive it.
  serviceAccounts: false,
  touches: ['service-account'],
  summary: 'Makes a key for a service account and shows it once. Two can be valid at a time.',
  message: 'Key Created',
  request: z.object({
    accountId,
    name: recordName('Name is required'),
    days: z._default(
      z.int('Days is required').check(z.minimum(1, 'Days is required'), z.maximum(KEY_DAYS_MAX, 'Too Long!')),
      KEY_DAYS_DEFAULT,
    ),
  }),
  response: z.object({ key: z.string(), keyId: z.string(), expiresAt: z.string() }),
})

export const revokeServiceAccountKey = endpoint({
  method: 'POST',
  path: '/api/admin/serviceAccounts/revokeKey',
  access: 'service-accounts:write',
  touches: ['service-account'],
  summary: 'Revokes a key of a service account immediately.',
  message: 'Key Revoked',
  request: z.object({ accountId, keyId: field.id('Key is required') }),
  response: z.object({}),
})
