import type { emailConfigurations } from '@gatehouse/contract/admin/gateways/email-configurations.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { outboundHostProblem, outboundMailPortProblem, outboundUrlProblem } from '../../outbound/address-rules.ts'
import { beginLaneAnew, setLaneRate } from '../../outbox/lanes.ts'
import { textColumn } from '../engine/list.ts'
import { lockOwners, ownersOf } from '../engine/owners.ts'
import { refuseFields } from '../engine/refuse-fields.ts'
import { idOrNull, requireScope, requireScopeOf } from '../engine/scope.ts'
import type { Store, StoreNeeds } from '../engine/store.ts'
import { tableStore } from '../engine/table-store.ts'
import { followTarget } from './follow-target.ts'
import { setGatewayOwners } from './owners.ts'
import { maskOf, secretColumn, withSecrets } from './sealed-secrets.ts'
import { usesOfGateway } from './uses-of-gateway.ts'

type Row = Output<typeof emailConfigurations.create>
type Query = Input<typeof emailConfigurations.list>
type Form = Input<typeof emailConfigurations.create>

const store = tableStore<Row, Query, Form>({
  table: 'email_configurations',
  nameOf: ({ application, fromMailId }) => `${application} · ${fromMailId}`,
  source: {
    from: `email_configurations t
      left join applications a on a.id = t.application_id left join clients c on c.id = t.client_id`,
    select: {
      application: `coalesce(a.name, 'All')`,
      client: `coalesce(t.client_id::text, 'All')`,
      clientName: `coalesce(c.display_name, 'All')`,
      fromMailId: 't.from_address',
      fromName: 't.from_name',
      replyTo: 't.reply_to',
      priority: 't.priority',
      ccMailId: 't.cc',
      host: 't.host',
      postNo: 't.port', // sic
      defaultTo: 't.default_to',
      status: 't.status',
      url: 't.url',
      userName: 't.user_name',
      type: 't.type',
      password: maskOf('t.sealed_password'),
      token: maskOf('t.sealed_token'),
      perSecond: 't.per_second',
      owners: ownersOf('email_configuration_owners'),
    },
    columns: {
      application: textColumn(`coalesce(a.name, 'All')`),
      fromMailId: textColumn('t.from_address'),
      ccMailId: textColumn(`array_to_string(t.cc, ', ')`),
      password: secretColumn('t.sealed_password'),
      host: textColumn('t.host'),
      status: textColumn('t.status'),
    },
  },
  toColumns: (form) => ({
    application_id: sql`(
      select id from applications where lower(name) = lower(${form.application}) and deleted_at is null)`,
    client_id: idOrNull(form.client),
    from_address: form.fromMailId,
    from_name: form.fromName,
    reply_to: form.replyTo,
    priority: form.priority,
    cc: form.ccMailId,
    host: form.host,
    port: form.postNo,
    default_to: form.defaultTo,
    status: form.status,
    url: form.url,
    user_name: form.userName,
    type: form.type,
    per_second: form.perSecond,
  }),
  uses: usesOfGateway('email_configurations'),
})

/** The secrets by wire name, with their columns. */
export const EMAIL_SECRETS = { password: 'sealed_password', token: 'sealed_token' }

/** Mail servers. Their secrets are write-only, and their addresses must be outside the network. */
export function emailConfigurationsStore({ config, keys }: StoreNeeds): Store<Row, Form> {
  const { outboundAllow } = config
  const requireSound = async (tx: Tx, { application, client, host, postNo, url }: Form) => {
    refuseFields({
      host: outboundHostProblem(host, outboundAllow),
      postNo: outboundMailPortProblem(host, postNo, outboundAllow),
      url: url === '' ? null : outboundUrlProblem(url, outboundAllow),
    })
    await requireScope(tx, { application: await findApplicationId(tx, application), client })
  }
  const setRate = async (tx: Tx, id: string) => {
    const row = await store.find(tx, id)
    await setLaneRate(tx, `email:${id}`, row?.perSecond ?? 0)
  }
  const targetOf = (tx: Tx, id: string) => async () => {
    const row = await store.find(tx, id)
    return [row?.status, row?.host.toLowerCase(), row?.postNo, row?.url]
  }
  const checked: Store<Row, Form> = {
    ...store,
    lockPeople: (tx, id, changes) => lockOwners(tx, 'email_configuration_owners', id, changes?.owners),
    create: async (tx, id, form, by) => {
      await requireSound(tx, form)
      await store.create(tx, id, form, by)
      await setRate(tx, id)
      await setGatewayOwners(tx, by, 'email_configuration_owners', id, form.owners)
    },
    update: async (tx, id, form, by) => {
      await requireSound(tx, form)
      await followTarget(tx, `email:${id}`, targetOf(tx, id), async () => {
        await store.update(tx, id, form, by)
        await setRate(tx, id)
      })
      await setGatewayOwners(tx, by, 'email_configuration_owners', id, form.owners)
    },
    restore: async (tx, id) => {
      await requireScopeOf(tx, store.table, id)
      await beginLaneAnew(tx, `email:${id}`)
    },
  }
  return withSecrets(checked, {
    key: keys.seal,
    event: 'emailConfigurations.secrets-replaced',
    columns: EMAIL_SECRETS,
    destination: ({ host, postNo, url }) => [host.toLowerCase(), postNo, url === '' ? '' : new URL(url).origin],
  })
}

/** The id of an application by its name, or 'All'. Deleted applications are not found. */
async function findApplicationId(tx: Tx, name: string): Promise<string> {
  if (name === 'All') return 'All'
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from applications where lower(name) = lower(${name}) and deleted_at is null`,
  )
  if (rows[0] === undefined) throw new AppError('invalid_request', { msg: 'There is no such application' })
  return rows[0].id
}
