import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'

/** What is checked, in the order in which it is shown. */
export const SECURITY_CHECKS = [
  /** The portal runs in production mode; in development its inbox shows every code. */
  'production',
  /** The addresses of callers come from a trusted proxy, and not from the callers. */
  'proxy',
  /** The connection to the database is encrypted, or stays on the machine. */
  'databaseConnection',
  /** The account of the database is no superuser. */
  'databaseAccount',
  /** Hosts inside the network that may be called. `names`: those hosts. */
  'outbound',
  /** Where the figures for Prometheus can be read without signing in. `names`: the address. */
  'metrics',
  /** How long audit lines are kept. `count`: the days. */
  'auditKept',
  /** Lines of the audit that have waited for their seal for minutes. */
  'auditSealed',
  /**
   * The scheduled backups. `count`: the hours since the newest that succeeded. `names`: one of BACKUP_NOTES, or nothing, and the
   * reason or the file that it is about.
   */
  'backups',
  /**
   * The archive of the embedded database. `names`: one of ARCHIVE_NOTES and, if it fails, the reason. `count`: the hours since
   * the newest base copy.
   */
  'archive',
  /**
   * Whether the activity, or its seals, are also kept where the database's owner cannot change them. `count`: lines that
   * have waited for minutes to be sent. `names`: the receiver, and why it could not be reached; or why the file of anchors cannot
   * be written, which is a warning.
   */
  'auditStream',
  /**
   * The keys of stored secrets. `names`: one of STORED_KEYS_NOTES, or nothing. `count`: the secrets that it is about, else the
   * age of the key in days.
   */
  'storedKeys',
  /** How many active people have the role Admin. */
  'administrators',
  /** Roles with a permission of the console that an emailed code is enough for. `names`: some of them. */
  'strongSignIn',
  /** Active people with a permission of the console and neither passkey nor authenticator app. `names`: some of them. */
  'strongFactors',
  /** Active people with a permission of the console who have not signed in for QUIET_DAYS. `names`: some of them. */
  'quietPeople',
  /** Active applications that are opened over http, saved before that was refused. `names`: some of them. */
  'applicationAddresses',
  /** Active applications with a secret that was last used more than UNUSED_SECRET_DAYS ago. `names`: some of them. */
  'unusedSecrets',
] as const
export type SecurityCheck = (typeof SECURITY_CHECKS)[number]

/**
 * `former`: the former master key is still given. `first`: the key derives from the first master key. `sealing`: secrets
 * are being sealed again. `unreadable`: no key opens some of them.
 */
export const STORED_KEYS_NOTES = ['former', 'first', 'sealing', 'unreadable'] as const
export type StoredKeysNote = (typeof STORED_KEYS_NOTES)[number]

/**
 * `off`: the servers make none. `failed`: the newest failed. `late`: none has succeeded when it was due. `missing`, `changed`:
 * the file of the newest is not there, or not of the size that was written. `unseen`: nobody can see whether it is.
 * `impossible`: it could not be tried. `notRemoved`: old files could not be removed.
 */
export const BACKUP_NOTES = [
  'off',
  'failed',
  'late',
  'missing',
  'changed',
  'unseen',
  'impossible',
  'notRemoved',
] as const
export type BackupNote = (typeof BACKUP_NOTES)[number]

/**
 * `off`: there is no archive. `elsewhere`: the database is not the embedded one. `failing`: segments cannot be stored.
 * `waiting`: they wait for minutes. `base`: no base copy was made when it was due.
 */
export const ARCHIVE_NOTES = ['off', 'elsewhere', 'failing', 'waiting', 'base'] as const
export type ArchiveNote = (typeof ARCHIVE_NOTES)[number]

/** Somebody who has not signed in for so long probably needs no permission of the console. */
export const QUIET_DAYS = 90
/** A secret that nobody uses can only be misused. */
export const UNUSED_SECRET_DAYS = 90
/** An audit line of an incident is still there when the incident is noticed. */
export const AUDIT_DAYS_LEAST = 365

const check = z.object({
  kind: z.enum(SECURITY_CHECKS),
  /** `danger`: what the check is about can be misused now. */
  state: z.enum(['good', 'warning', 'danger']),
  /** How many of what the check is about. */
  count: z.number(),
  /** The first ten of them at most. */
  names: z.array(z.string()),
})
export type CheckedSecurity = z.output<typeof check>

export const securityChecklist = endpoint({
  method: 'GET',
  path: '/api/admin/security/checklist',
  access: 'audit:read',
  summary:
    'The settings of the deployment and of the records that decide how secure the portal is, read at this moment.',
  request: z.object({}),
  response: z.array(check),
})
