import sql, { type Sql } from 'sql-template-tag'
import { type DataKeys, unseal } from '../crypto/seal.ts'
import { type Executor, prepared } from '../db/database.ts'
import { unlessFault } from '../db/faults.ts'
import type { SmsAttributes, SmsOptions } from '../db/sms-options.ts'
import { isPaused } from '../outbox/is-paused.ts'
import { BEST_GATEWAY_FIRST, meantFor, type Scope } from './scope.ts'

export type Channel = 'email' | 'sms'

type Common = {
  /** `null`: the deployment's own mail server, used when nothing is configured. */
  id: string | null
  /** Its lane in the outbox: `email`, or the channel and the id. */
  lane: string
  /** The name that administrators see. */
  name: string
  /** The version of the record. */
  version: number
  /** Seconds until the pause ends that repeated failures have caused; 0: not paused. */
  pausedSeconds: number
  /**
   * `false`: a secret was sealed with another key, or is damaged. The secrets are then empty, and the gateway is not
   * used.
   */
  isReadable: boolean
}

export type EmailGateway = Common & {
  channel: 'email'
  /** Empty for the deployment's own mail server. */
  host: string
  port: number
  fromAddress: string
  /** Shown beside the sender's address; may be empty. */
  fromName: string
  /** The address for replies; empty: the sender. */
  replyTo: string
  cc: string[]
  userName: string
  type: string
  password: string
  token: string
}

export type SmsGateway = Common & {
  channel: 'sms'
  url: string
  userName: string
  senderId: string
  countryCode: string
  entityId: string
  attributes: SmsAttributes
  options: SmsOptions
  token: string
  password: string
  apiCode: string
}

export const OWN_LANE = 'email'
export const OWN_NAME = 'The portal’s own mail server'

/** The deployment's own mail server, or the inbox in development. */
const ownEmail = (pausedSeconds: number): EmailGateway => ({
  ...{ channel: 'email', id: null, lane: OWN_LANE, name: OWN_NAME, version: 0, pausedSeconds, isReadable: true },
  ...{
    host: '',
    port: 0,
    fromAddress: '',
    fromName: '',
    replyTo: '',
    cc: [],
    userName: '',
    type: '',
    password: '',
    token: '',
  },
})

const PAUSE = sql`(case when ${isPaused('paused_until')} then ceil(extract(epoch from paused_until - now())) else 0 end)::int`

/**
 * All mail servers that a message may use, the best first (requirement M1). The deployment's own one is last: a wrong
 * configuration must not lock out the administrators who could correct it.
 */
export async function emailGateways(db: Executor, sealKeys: DataKeys, scope: Scope): Promise<EmailGateway[]> {
  return [...(await readEmail(db, sealKeys, 'email-gateways', meantFor(scope))), ownEmail(0)]
}

/** A saved mail server, active or not. `null`: there is none. */
export async function findEmailGateway(db: Executor, sealKeys: DataKeys, id: string): Promise<EmailGateway | null> {
  const [found = null] = await readEmail(db, sealKeys, 'email-gateway', byId(id))
  return found
}

/** All SMS gateways that a message may use, the best first. When empty, it cannot be sent. */
export async function smsGateways(db: Executor, sealKeys: DataKeys, scope: Scope): Promise<SmsGateway[]> {
  return readSms(db, sealKeys, 'sms-gateways', meantFor(scope))
}

/** A saved SMS gateway, active or not. `null`: there is none. */
export async function findSmsGateway(db: Executor, sealKeys: DataKeys, id: string): Promise<SmsGateway | null> {
  const [found = null] = await readSms(db, sealKeys, 'sms-gateway', byId(id))
  return found
}

/** The lanes of gateways whose secrets cannot be read. */
export async function unreadableLanes(db: Executor, sealKeys: DataKeys): Promise<string[]> {
  const all = sql`t.deleted_at is null`
  const [emails, texts] = await Promise.all([
    readEmail(db, sealKeys, 'email-gateways-all', all),
    readSms(db, sealKeys, 'sms-gateways-all', all),
  ])
  return [...emails, ...texts].filter(({ isReadable }) => !isReadable).map(({ lane }) => lane)
}

/** All active gateways, whatever they are for. */
export async function activeGateways(db: Executor, sealKeys: DataKeys): Promise<(EmailGateway | SmsGateway)[]> {
  const active = sql`t.deleted_at is null and t.status = 'ACTIVE'`
  const [emails, texts] = await Promise.all([
    readEmail(db, sealKeys, 'email-gateways-active', active),
    readSms(db, sealKeys, 'sms-gateways-active', active),
  ])
  return [...emails, ...texts]
}

/** The remark about a gateway that is left out because its secrets cannot be read. */
export const unreadableWords = (name: string): string => `${name}: its secrets cannot be read. Enter them again`

const byId = (id: string) => sql`t.id = ${id} and t.deleted_at is null`

/** @param statement the name of the prepared statement */
async function readEmail(db: Executor, sealKeys: DataKeys, statement: string, which: Sql): Promise<EmailGateway[]> {
  type Row = Omit<EmailGateway, 'channel' | 'isReadable' | 'password' | 'token'> &
    Record<'sealedPassword' | 'sealedToken', Buffer | null>
  const { rows } = await db.execute<Row>(
    prepared(statement)`
    select t.id, 'email:' || t.id as lane, t.host as name, t.version, ${PAUSE} as "pausedSeconds", t.host, t.port,
      t.from_address as "fromAddress", t.from_name as "fromName", t.reply_to as "replyTo", t.cc, t.user_name as "userName", t.type,
      t.sealed_password as "sealedPassword", t.sealed_token as "sealedToken"
    from email_configurations t left join outbox_lanes l on l.lane = 'email:' || t.id
    where ${which} order by ${BEST_GATEWAY_FIRST}`,
  )
  const opening = rows.map(
    async ({ sealedPassword, sealedToken, ...row }): Promise<EmailGateway> => ({
      ...{ ...row, channel: 'email' },
      ...(await opened(sealKeys, 'email_configurations', row.id, {
        password: ['sealed_password', sealedPassword],
        token: ['sealed_token', sealedToken],
      })),
    }),
  )
  return Promise.all(opening)
}

async function readSms(db: Executor, sealKeys: DataKeys, statement: string, which: Sql): Promise<SmsGateway[]> {
  type Row = Omit<SmsGateway, 'channel' | 'isReadable' | 'password' | 'token' | 'apiCode'> &
    Record<'sealedPassword' | 'sealedToken' | 'sealedApiCode', Buffer | null>
  const { rows } = await db.execute<Row>(
    prepared(statement)`
    select t.id, 'sms:' || t.id as lane, t.provider_name as name, t.version, ${PAUSE} as "pausedSeconds", t.url,
      t.user_name as "userName", t.sender_id as "senderId", t.country_code as "countryCode", t.entity_id as "entityId",
      t.attributes, t.options, t.sealed_password as "sealedPassword", t.sealed_token as "sealedToken",
      t.sealed_api_code as "sealedApiCode"
    from sms_configurations t left join outbox_lanes l on l.lane = 'sms:' || t.id
    where ${which} order by ${BEST_GATEWAY_FIRST}`,
  )
  const opening = rows.map(
    async ({ sealedPassword, sealedToken, sealedApiCode, ...row }): Promise<SmsGateway> => ({
      ...{ ...row, channel: 'sms' },
      ...(await opened(sealKeys, 'sms_configurations', row.id, {
        password: ['sealed_password', sealedPassword],
        token: ['sealed_token', sealedToken],
        apiCode: ['sealed_api_code', sealedApiCode],
      })),
    }),
  )
  return Promise.all(opening)
}

type Sealed<Field extends string> = Record<Field, [column: string, sealed: Buffer | null]>

/** The secrets of one gateway: all of them or, when one cannot be read, none. A secret that was never set is empty. */
async function opened<Field extends string>(
  keys: DataKeys,
  table: string,
  id: string | null,
  secrets: Sealed<Field>,
): Promise<Record<Field, string> & { isReadable: boolean }> {
  const all = Object.entries(secrets) as [Field, Sealed<Field>[Field]][]
  const withValues = (values: string[]) =>
    Object.fromEntries(all.map(([field], index) => [field, values[index] ?? ''])) as Record<Field, string>
  try {
    const values = await Promise.all(
      all.map(async ([, [column, sealed]]) =>
        sealed === null ? '' : unseal(keys, `${table}|${column}|${id}`, sealed),
      ),
    )
    return { ...withValues(values), isReadable: true }
  } catch (error) {
    return unlessFault({ ...withValues([]), isReadable: false })(error)
  }
}
