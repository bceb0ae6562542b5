import type { webhooks } from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import { isAboutPerson } from '@gatehouse/contract/webhook-events.ts'
import sql, { empty, raw } from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { outboundUrlProblem } from '../../outbound/address-rules.ts'
import { textColumn } from '../engine/list.ts'
import { refuseFields } from '../engine/refuse-fields.ts'
import { type Author, readsPeople, type Store, type StoreNeeds } from '../engine/store.ts'
import { countEachUse, tableStore, updateRow } from '../engine/table-store.ts'

type Row = Output<typeof webhooks.create>
type Query = Input<typeof webhooks.list>
type Form = Input<typeof webhooks.create>

// Reset by the next change: its author has seen the state.
const SWITCHED_OFF_AT = `(select e.at from audit_events e where e.subject_id = t.id and e.event = 'webhooks.switched-off'
  and e.at >= t.updated_at order by e.number desc limit 1)`

/** Whether the webhook `t` was switched off after failed deliveries. */
export const IS_SWITCHED_OFF = raw(`t.status = 'INACTIVE' and ${SWITCHED_OFF_AT} is not null`)

const EVENTS = `array_to_string(t.events, ', ')`

const store = tableStore<Row, Query, Form>({
  table: 'webhooks',
  nameOf: ({ name }) => name,
  source: {
    from: 'webhooks t',
    select: {
      name: 't.name',
      url: 't.url',
      events: 't.events',
      status: 't.status',
      hasSecret: 't.sealed_secret is not null',
      previousSecretUntil: 'case when t.previous_until > now() then t.previous_until end',
      switchedOffAt: SWITCHED_OFF_AT,
    },
    columns: {
      name: textColumn('t.name'),
      url: textColumn('t.url'),
      events: textColumn(EVENTS),
      status: textColumn('t.status'),
    },
  },
  filter: ({ isSwitchedOff }) => (isSwitchedOff ? sql`and ${IS_SWITCHED_OFF}` : empty),
  toColumns: ({ name, url, events, status }) => ({ name, url, events: [...new Set(events)], status }),
  uses: (db, id) =>
    countEachUse(db, [
      [
        'events that no other webhook gets',
        'leaves',
        sql`select event as name from webhooks w cross join unnest(w.events) event where w.id = ${id} and w.status = 'ACTIVE'
          and not exists (select from webhooks o where o.id <> w.id and o.status = 'ACTIVE' and o.deleted_at is null
            and event = any(o.events))`,
      ],
      // They are given up at their next attempt.
      [
        'events that wait for delivery',
        'detaches',
        sql`select event as name from webhook_deliveries where webhook_id = ${id} and state = 'waiting'`,
      ],
    ]),
})

/**
 * Whoever chooses such events, where they go, or that they go again, decides who receives what they say of people.
 *
 * @throws AppError not_allowed without `users:read`
 */
async function requireMayRead({ person }: Author, eventsOf: () => Promise<readonly string[]>): Promise<void> {
  if (person.userId === null || readsPeople(person)) return
  if ((await eventsOf()).some(isAboutPerson)) throw new AppError('not_allowed', { msg: NEEDS_MORE })
}

const NEEDS_MORE =
  'Events about people carry their names and addresses. To choose them, where they go, or that they are sent again, you also need users:read.'

/** The events that a webhook has got, or waits for: they can be sent again, to its present address. */
async function storedEvents(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ event: string }>(sql`
    select distinct event from webhook_deliveries where webhook_id = ${id}`)
  return rows.map(({ event }) => event)
}

/** The events about which an author is judged who changes a webhook. */
async function concerned(tx: Tx, before: Row, form: Form): Promise<string[]> {
  if (before.url !== form.url) return [...before.events, ...form.events, ...(await storedEvents(tx, before._id))]
  const isSwitchedOn = before.status !== 'ACTIVE' && form.status === 'ACTIVE'
  return isSwitchedOn ? form.events : form.events.filter((event) => !before.events.includes(event))
}

/** Webhooks. Their addresses must be outside the network, and a new host needs a new secret (requirement P16). */
export function webhooksStore({ config }: Pick<StoreNeeds, 'config'>): Store<Row, Form> {
  const requireSound = ({ url }: Form) => refuseFields({ url: outboundUrlProblem(url, config.outboundAllow) })
  return {
    ...store,
    create: async (tx, id, form, by) => {
      requireSound(form)
      await requireMayRead(by, async () => form.events)
      await store.create(tx, id, form, by)
    },
    update: async (tx, id, form, by) => {
      requireSound(form)
      const before = await store.find(tx, id)
      if (before === null) throw new AppError('not_found')
      await requireMayRead(by, () => concerned(tx, before, form))
      await store.update(tx, id, form, by)
      // The new host must not receive signatures that the former receiver would accept.
      if (new URL(before.url).origin !== new URL(form.url).origin)
        await updateRow(tx, 'webhooks', id, { sealed_secret: null, sealed_previous_secret: null, previous_until: null })
    },
    restore: async (tx, id, by, deletedAt) => {
      await requireMayRead(by, async () => (await store.find(tx, id))?.events ?? [])
      await store.restore(tx, id, by, deletedAt)
    },
  }
}
