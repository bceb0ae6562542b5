import { goesBy, type MessageLanguage, NOTICES, type NoticeName } from '@gatehouse/contract/notices.ts'
import { isOptional } from '@gatehouse/contract/own-notices.ts'
import sql from 'sql-template-tag'
import { newId } from '../crypto/ids.ts'
import { type Executor, prepared, type Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { BUILT_IN } from './built-in-texts.ts'
import { formatMoment, formatTime, type Moment } from './format-time.ts'
import { type Channel, OWN_LANE } from './gateways.ts'
import { aboutOf, BEST_GATEWAY_FIRST, meantFor, type Scope } from './scope.ts'
import type { Values } from './values.ts'

/** The recipient of a message who has no account yet. */
export type Newcomer = {
  email: string
  firstName: string
  lastName: string
  language: MessageLanguage | null
}

/**
 * A decoy: the same work is done as for a message, but nothing is sent, so that the answer's time does not reveal
 * whether an account exists.
 */
export const DECOY = null

/** The content of an outbox row; the text is made when the message is sent. */
export type MessageContent = {
  channel: Channel
  notice: NoticeName
  to: string
  language: MessageLanguage
  scope: Scope
  values: Values
  /** The lane of a gateway that it is not sent by. */
  avoids?: string
  /** Of a copy: when the first one was written, in seconds. */
  writtenAt?: number
}

/** What is needed to write a message. */
export type Notifier = Pick<Deps, 'outbox' | 'config'>

/** So much of it is used, which a command has too. */
type Writer = {
  outbox: Pick<Deps['outbox'], 'enqueue'>
  config: Pick<Deps['config'], 'brand' | 'publicUrl' | 'timeZone'>
}

export type Facts = {
  /**
   * The application and client that the message is about. By default, the only application of a person who has just one
   * (requirement S9).
   */
  scope?: Scope
  /** After so many minutes the message is no longer sent. */
  minutes?: number
  values?: Values
  /** Further values, which are written in the language and time zone of the recipient. */
  moments?: Record<string, Moment>
  /** The language of the page that caused the message, for people without a stored language. */
  language?: MessageLanguage | null
  /** So many minutes ago it happened; without it, now. */
  happened?: number
  /** The lane of a gateway that it is not sent by, because it is about the failure of that. Where there is no other one, none is written. */
  avoids?: string
  /** Replaces the person's own address; for a message that goes by SMS only, the number. */
  to?: string
}

/**
 * Writes a message to a person in the transaction of its cause; nothing is sent inside it. It goes out by email, and
 * also by SMS when the person has confirmed a phone number and a gateway and a text for it exist (requirement S1).
 *
 * @param recipient the id of an account, a person without an account, or a decoy
 */
export async function notify(
  deps: Writer,
  tx: Tx,
  notice: NoticeName,
  recipient: string | Newcomer | typeof DECOY,
  { scope, ...facts }: Facts = {},
): Promise<void> {
  const userId = typeof recipient === 'string' ? recipient : null
  const route = await findRoute(tx, notice, userId, scope, facts.language)
  writeMessage(deps, tx, notice, recipient, facts, route)
}

/**
 * The same with a route that the caller has found already: no query is needed. The one place that writes no message of a kind
 * that its recipient has put off.
 */
export function writeMessage(
  { config, outbox }: Writer,
  tx: Tx,
  notice: NoticeName,
  recipient: string | Newcomer | typeof DECOY,
  { minutes, values = {}, moments = {}, language: asked = null, to, avoids, happened = 0 }: Omit<Facts, 'scope'>,
  route: Route,
  enqueue: Writer['outbox']['enqueue'] = outbox.enqueue,
): void {
  if (route.isPutOff && isOptional(notice)) return
  const userId = typeof recipient === 'string' ? recipient : null
  const person =
    typeof recipient === 'object' && recipient !== null ? { ...route, ...recipient, phoneNumber: '' } : route
  const language = person.language ?? asked ?? 'en'
  const about: Scope = { applicationId: route.applicationId, clientId: route.clientId }
  const { needs } = NOTICES[notice]
  const timeZone = route.timeZone ?? config.timeZone
  const words = (minutesLater: number) =>
    formatTime(new Date(route.now.getTime() + minutesLater * 60_000), language, timeZone)
  const all: Values = {
    firstName: person.firstName,
    lastName: person.lastName,
    brand: config.brand,
    portal: config.publicUrl.origin,
    applicationName: route.applicationName,
    clientName: route.clientName,
    at: words(-happened),
    ...(minutes === undefined ? {} : { minutes, ...(notice === 'invitation' && { until: words(minutes) }) }),
    ...values,
  }
  for (const [name, moment] of Object.entries(moments)) all[name] = formatMoment(moment, language, timeZone)
  const write = (channel: Channel, address: string, lane: string) => {
    const content: MessageContent = {
      channel,
      notice,
      to: address,
      language,
      scope: about,
      values: all,
      ...(avoids && { avoids }),
    }
    const priority = needs === 'code' ? 0 : 1
    const id = newId()
    const usefulMinutes = minutes ?? null
    enqueue(tx, { id, kind: 'message', lane, content, priority, usefulMinutes })
    tx.atCommit(
      prepared('keep-message')`
      insert into messages (id, channel, notice, language, user_id, application_id, client_id, recipient, has_secret)
      values (${id}, ${channel}, ${notice}, ${language}, ${userId}, ${about.applicationId}, ${about.clientId}, ${address},
        ${needs !== null})`,
    )
  }
  const isMail = goesBy('email', notice)
  const { emailLane } = route
  // The portal's own mail server comes last, so nothing comes after it.
  if (isMail && (emailLane !== avoids || avoids !== OWN_LANE))
    write('email', to ?? person.email, emailLane === avoids ? OWN_LANE : emailLane)
  const number = isMail ? person.phoneNumber : (to ?? '')
  const hasText = route.hasSmsTemplate || BUILT_IN[language][notice].sms !== undefined
  if (number !== '' && route.smsLane !== null && route.smsLane !== avoids && hasText)
    write('sms', number, route.smsLane)
}

/** Whether a gateway and a text exist right now to send this message to a person by SMS. */
export async function canSendSms(db: Executor, notice: NoticeName, userId: string): Promise<boolean> {
  const { smsLane, hasSmsTemplate, language } = await findRoute(db, notice, userId, undefined)
  return smsLane !== null && (hasSmsTemplate || BUILT_IN[language ?? 'en'][notice].sms !== undefined)
}

/** The recipient of a message, what it is about, and its lanes. */
export type Route = Newcomer & {
  /** Empty unless confirmed: an unconfirmed number may belong to a stranger. */
  phoneNumber: string
  /** The person does not want this kind of message. */
  isPutOff: boolean
  /** The person's own; `null`: none is chosen. */
  timeZone: string | null
  applicationId: string | null
  clientId: string | null
  applicationName: string
  clientName: string
  now: Date
  emailLane: string
  smsLane: string | null
  hasSmsTemplate: boolean
}

/** Finds the recipient, what the message is about, and the gateways that match right now. */
export async function findRoute(
  tx: Executor,
  notice: NoticeName,
  userId: string | null,
  scope: Scope | undefined,
  asked: MessageLanguage | null = null,
): Promise<Route> {
  const meant = meantFor({
    applicationId: sql`(select application_id from about)`,
    clientId: sql`(select client_id from about)`,
  })
  const { rows } = await tx.execute<Route>(
    prepared(scope === undefined ? 'find-route' : 'find-route-of-scope')`
    with about as materialized (${aboutOf(userId, scope)})
    select now() as now, coalesce(u.email, '') as email, coalesce(u.first_name, '') as "firstName", coalesce(u.last_name, '') as "lastName",
      case when u.phone_verified_at is null then '' else u.phone_number end as "phoneNumber", u.language, u.time_zone as "timeZone",
      coalesce(${notice}::text = any(u.notices_put_off), false) as "isPutOff", about.application_id as "applicationId",
      about.client_id as "clientId", coalesce(a.name, '') as "applicationName", coalesce(c.display_name, '') as "clientName",
      coalesce((select 'email:' || t.id from email_configurations t where ${meant} order by ${BEST_GATEWAY_FIRST} limit 1),
        ${OWN_LANE}) as "emailLane",
      (select 'sms:' || t.id from sms_configurations t where ${meant} order by ${BEST_GATEWAY_FIRST} limit 1) as "smsLane",
      exists (select 1 from templates t where t.channel = 'sms' and lower(t.name) = ${notice}
        and t.language in ('All', coalesce(u.language, ${asked}::text, 'en')) and ${meant}) as "hasSmsTemplate"
    from (select 1) as one left join about on true left join users u on u.id = ${userId}
      left join applications a on a.id = about.application_id left join clients c on c.id = about.client_id`,
  )
  return rows[0] as Route
}
