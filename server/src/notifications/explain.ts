import type { Explanation, explainMessage, Routing } from '@gatehouse/contract/admin/messages/routing.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { goesBy, type MessageLanguage, type NoticeName } from '@gatehouse/contract/notices.ts'
import { isOptional } from '@gatehouse/contract/own-notices.ts'
import sql, { raw } from 'sql-template-tag'
import type { Db } from '../db/database.ts'
import { fullNameIn } from '../db/full-name.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { isPaused } from '../outbox/is-paused.ts'
import { BUILT_IN } from './built-in-texts.ts'
import { templatesFor } from './choose-template.ts'
import { type Channel, OWN_NAME, unreadableLanes } from './gateways.ts'
import { aboutOf, BEST_FIRST, BEST_GATEWAY_FIRST, meantFor, type Scope } from './scope.ts'

type Question = Input<typeof explainMessage>
type Named = { _id: string; name: string } | null

/**
 * Explains the routing of a message: the gateway and template that would be used right now, and what excludes each of
 * the others, by the same conditions that apply when it is sent.
 *
 * @throws AppError not_found for a person who does not exist
 */
export async function explain({ db, keys }: Pick<Deps, 'db' | 'keys'>, question: Question): Promise<Explanation> {
  const { notice } = question
  const { phoneNumber, isPhoneConfirmed, putOff, ...recipient } = await findRecipient(db, question)
  const scope: Scope = { applicationId: recipient.application?._id ?? null, clientId: recipient.client?._id ?? null }
  const unreadable = await unreadableLanes(db, keys.seal)
  const about = { notice, language: recipient.language, scope, unreadable }
  const [email, sms] = await Promise.all([routingOf(db, 'email', about), routingOf(db, 'sms', about)])
  if (isOptional(notice) && putOff.includes(notice))
    return { ...recipient, email: { ...email, obstacle: 'put-off' }, sms: { ...sms, obstacle: 'put-off' } }
  const obstacle = question.userId === undefined ? null : phoneObstacle(notice, phoneNumber, isPhoneConfirmed)
  return { ...recipient, email, sms: { ...sms, obstacle: obstacle ?? sms.obstacle } }
}

/** The message that confirms a number needs an unconfirmed number; all others need a confirmed one. */
function phoneObstacle(notice: NoticeName, phoneNumber: string, isConfirmed: boolean): 'phone' | 'unconfirmed' | null {
  if (phoneNumber === '') return 'phone'
  return isConfirmed || !goesBy('email', notice) ? null : 'unconfirmed'
}

type Recipient = Pick<Explanation, 'person' | 'application' | 'client' | 'language'> & {
  phoneNumber: string
  isPhoneConfirmed: boolean
  putOff: string[]
}

async function findRecipient(db: Db, { userId, applicationId, clientId, language }: Question): Promise<Recipient> {
  const asked =
    applicationId === undefined && clientId === undefined
      ? undefined
      : { applicationId: applicationId ?? null, clientId: clientId ?? null }
  const { rows } = await db.execute<Recipient>(sql`
    with about as (${aboutOf(userId ?? null, asked)})
    select case when u.id is not null then json_build_object('_id', u.id, 'name', ${raw(fullNameIn('u'))}) end as person,
      case when a.id is not null then json_build_object('_id', a.id, 'name', a.name) end as application,
      case when c.id is not null then json_build_object('_id', c.id, 'name', c.display_name) end as client,
      coalesce(${language ?? null}, u.language, 'en') as language, coalesce(u.phone_number, '') as "phoneNumber",
      u.phone_verified_at is not null as "isPhoneConfirmed", coalesce(u.notices_put_off, '{}') as "putOff"
    from (select 1) as one left join about on true
      left join users u on u.id = ${userId ?? null} and u.deleted_at is null
      left join applications a on a.id = about.application_id left join clients c on c.id = about.client_id`)
  const [recipient] = rows
  if (recipient === undefined || (userId !== undefined && recipient.person === null)) throw new AppError('not_found')
  return recipient
}

type About = { notice: NoticeName; language: MessageLanguage; scope: Scope; unreadable: string[] }

async function routingOf(db: Db, channel: Channel, about: About): Promise<Routing> {
  const [gateways, templates] = await Promise.all([gatewaysOf(db, channel, about), listTemplates(db, channel, about)])
  const builtIn = BUILT_IN[about.language][about.notice]
  const hasBuiltIn = (channel === 'email' ? builtIn.subject : builtIn.sms) !== undefined
  const hasText = hasBuiltIn || templates.some(({ fit }) => fit === 'chosen')
  const gatewayObstacle = gateways.some(({ fit }) => fit === 'chosen') ? null : 'gateway'
  const isMeant = goesBy(channel, about.notice)
  const obstacle = hasText && isMeant ? gatewayObstacle : 'text'
  return { obstacle, gateways, templates, hasBuiltIn }
}

/** The first reason why a record does not match the scope. */
const mismatch = ({ applicationId, clientId }: Scope) => sql`
  case when t.status <> 'ACTIVE' then 'inactive'
    when t.application_id is not null and t.application_id is distinct from ${applicationId}::uuid then 'application'
    when t.client_id is not null and t.client_id is distinct from ${clientId}::uuid then 'client' end`

const NAMES = raw(`
  case when a.id is not null then json_build_object('_id', a.id, 'name', a.name) end as application,
  case when c.id is not null then json_build_object('_id', c.id, 'name', c.display_name) end as client`)
const WITH_NAMES = raw(`left join applications a on a.id = t.application_id left join clients c on c.id = t.client_id`)

type Gateway = Routing['gateways'][number]

async function gatewaysOf(db: Db, channel: Channel, { scope, unreadable }: About): Promise<Gateway[]> {
  type Row = {
    _id: string
    name: string
    application: Named
    client: Named
    fits: boolean
    mismatch: Gateway['fit'] | null
  }
  const lane = raw(`('${channel}:' || t.id)`)
  const { rows } = await db.execute<Row & { pausedUntil: Date | null }>(sql`
    select t.id as "_id", ${raw(channel === 'email' ? 't.host' : 't.provider_name')} as name, ${NAMES},
      (${meantFor(scope)} and ${lane} <> all(${unreadable})) as fits,
      coalesce(${mismatch(scope)}, case when ${lane} = any(${unreadable}) then 'unreadable' end) as mismatch,
      case when ${isPaused('l.paused_until')} then l.paused_until end as "pausedUntil"
    from ${raw(`${channel}_configurations`)} t left join outbox_lanes l on l.lane = ${lane} ${WITH_NAMES}
    where t.deleted_at is null order by fits desc, ${BEST_GATEWAY_FIRST}`)
  const own = {
    _id: null,
    name: OWN_NAME,
    application: null,
    client: null,
    fits: true,
    mismatch: null,
    pausedUntil: null,
  }
  const all =
    channel === 'email' ? [...rows.filter(({ fits }) => fits), own, ...rows.filter(({ fits }) => !fits)] : rows
  // A paused gateway is used only when no other fits.
  const chosen = all.find(({ fits, pausedUntil }) => fits && pausedUntil === null) ?? all.find(({ fits }) => fits)
  return all.map(({ fits, mismatch, pausedUntil, ...gateway }) => ({
    ...gateway,
    pausedUntil: pausedUntil?.toISOString() ?? null,
    fit: fits ? rankOf(gateway._id === chosen?._id, pausedUntil !== null) : (mismatch ?? 'inactive'),
  }))
}

/** The rank of a gateway that matches. */
function rankOf(isChosen: boolean, isPaused: boolean): Gateway['fit'] {
  if (isChosen) return 'chosen'
  return isPaused ? 'paused' : 'later'
}

type Candidate = Routing['templates'][number]

async function listTemplates(db: Db, channel: Channel, { notice, language, scope }: About): Promise<Candidate[]> {
  type Row = {
    _id: string
    name: string
    application: Named
    client: Named
    language: string
    mismatch: Candidate['fit']
  }
  const [fitting, { rows }] = await Promise.all([
    templatesFor(db, { channel, notice, language, scope }),
    db.execute<Row>(sql`
      select t.id as "_id", t.name, ${NAMES}, t.language, coalesce(${mismatch(scope)}, 'language') as mismatch
      from templates t ${WITH_NAMES}
      where t.channel = ${channel} and lower(t.name) = ${notice} and t.deleted_at is null order by ${BEST_FIRST}`),
  ])
  const places = new Map(fitting.map(({ id }, place) => [id, place]))
  const placeOf = ({ _id }: Row) => places.get(_id) ?? Number.POSITIVE_INFINITY
  return rows
    .toSorted((one, other) => placeOf(one) - placeOf(other) || 0)
    .map(({ mismatch, ...template }) => {
      const place = places.get(template._id)
      if (place === undefined) return { ...template, fit: mismatch }
      return { ...template, fit: place === 0 ? ('chosen' as const) : ('later' as const) }
    })
}
