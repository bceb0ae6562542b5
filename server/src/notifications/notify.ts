import { goesBy, type MessageLanguage, NOTICES, type NoticeName } from '@gatehouse/contract/notices.ts'
import sql from 'sql-template-tag'
import { newId } from '../crypto/ids.ts'
import { type Executor, prepared, type Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { BUILT_IN } from './built-in-texts.ts'
import { formatTime } from './format-time.ts'
import { type Channel, OWN_LANE } from './gateways.ts'
import { aboutOf, BEST_GATEWAY_FIRST, meantFor, type Scope } from './scope.ts'
import type { Values } from './values.ts'

/** Somebody who has no account yet. */
export type Newcomer = {
  email: string
  firstName: string
  lastName: string
  language: MessageLanguage | null
}

/** Nobody is told, and yet the same work is done: it must not tell which it was. */
export const NOBODY = null

/** What the outbox holds of a message; its text is made when it is sent. */
export type MessageContent = {
  channel: Channel
  notice: NoticeName
  to: string
  language: MessageLanguage
  scope: Scope
  values: Values
}

/** What writing a message needs. */
export type Notifier = Pick<Deps, 'outbox' | 'config'>

export type Facts = {
  /** What it is about. Left out: the only application of whoever has just one (requirement S9). */
  scope?: Scope
  /** For how long it is of use. */
  minutes?: number
  values?: Values
  /** That of the page which asked for it: for people of whom no language is known yet. */
  language?: MessageLanguage | null
  /** Instead of the person's own address; of a message that goes by SMS only, the number. */
  to?: string
}

/**
 * Writes a message to a person in the transaction of its cause; nothing is sent inside it. It goes out by email, and by
 * SMS as well to whoever has confirmed a phone number, where a gateway and a text for it exist (requirement S1).
 *
 * @param whom the id of an account, or somebody who has none yet
 */
export async function notify(
  deps: Notifier,
  tx: Tx,
  notice: NoticeName,
  whom: string | Newcomer | typeof NOBODY,
  { scope, ...facts }: Facts = {},
): Promise<void> {
  const userId = typeof whom === 'string' ? whom : null
  const route = await findRoute(tx, notice, userId, scope, facts.language)
  writeMessage(deps, tx, notice, whom, facts, route)
}

/** The same by a route that is known already: nothing is waited for. */
export function writeMessage(
  { config, outbox }: Notifier,
  tx: Tx,
  notice: NoticeName,
  whom: string | Newcomer | typeof NOBODY,
  { minutes, values = {}, language: asked = null, to }: Omit<Facts, 'scope'>,
  route: Route,
  enqueue: Notifier['outbox']['enqueue'] = outbox.enqueue,
): void {
  const userId = typeof whom === 'string' ? whom : null
  const person = typeof whom === 'object' && whom !== null ? { ...route, ...whom, phoneNumber: '' } : route
  const language = person.language ?? asked ?? 'en'
  const about: Scope = { applicationId: route.applicationId, clientId: route.clientId }
  const { needs } = NOTICES[notice]
  const all: Values = {
    firstName: person.firstName,
    lastName: person.lastName,
    brand: config.brand,
    portal: config.publicUrl.origin,
    applicationName: route.applicationName,
    clientName: route.clientName,
    at: formatTime(route.now, language, config.timeZone),
    ...(minutes === undefined ? {} : { minutes }),
    ...values,
  }
  const write = (channel: Channel, address: string, lane: string) => {
    const content: MessageContent = { channel, notice, to: address, language, scope: about, values: all }
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
  if (isMail) write('email', to ?? person.email, route.emailLane)
  const number = isMail ? person.phoneNumber : (to ?? '')
  const hasText = route.hasSmsTemplate || BUILT_IN[language][notice].sms !== undefined
  if (number !== '' && route.smsLane !== null && hasText) write('sms', number, route.smsLane)
}

/** Whether a gateway and a text exist right now to send somebody this message by SMS. */
export async function canSendSms(db: Executor, notice: NoticeName, userId: string): Promise<boolean> {
  const { smsLane, hasSmsTemplate, language } = await findRoute(db, notice, userId, undefined)
  return smsLane !== null && (hasSmsTemplate || BUILT_IN[language ?? 'en'][notice].sms !== undefined)
}

/** Whose message it is, what it is about, and through what it goes. */
export type Route = Newcomer & {
  /** Empty unless it is confirmed: until then it may be a stranger's. */
  phoneNumber: string
  applicationId: string | null
  clientId: string | null
  applicationName: string
  clientName: string
  now: Date
  emailLane: string
  smsLane: string | null
  hasSmsTemplate: boolean
}

/** Who it is, what it is about, and the gateways that are meant for that right now. */
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
      case when u.phone_verified_at is null then '' else u.phone_number end as "phoneNumber", u.language, about.application_id as "applicationId",
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
