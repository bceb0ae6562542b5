import type { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { SMS_OPTIONS, type SmsOptions } from '../../db/sms-options.ts'
import { outboundUrlProblem } from '../../outbound/address-rules.ts'
import { beginLaneAnew, setLaneRate } from '../../outbox/lanes.ts'
import { textColumn } from '../engine/list.ts'
import { lockOwners, ownersOf } from '../engine/owners.ts'
import { refuseFields } from '../engine/refuse-fields.ts'
import { idOrNull, requireScope, requireScopeOf } from '../engine/scope.ts'
import type { Store, StoreNeeds } from '../engine/store.ts'
import { tableStore, updateRow } from '../engine/table-store.ts'
import { followTarget } from './follow-target.ts'
import { setGatewayOwners } from './owners.ts'
import { maskOf, secretColumn, withSecrets } from './sealed-secrets.ts'
import { smsAttributesOf, smsOptionsOf } from './sms-options.ts'
import { usesOfGateway } from './uses-of-gateway.ts'

type Row = Output<typeof smsConfigurations.create>
type Query = Input<typeof smsConfigurations.list>
type Form = Input<typeof smsConfigurations.create>

const store = tableStore<Row, Query, Form>({
  table: 'sms_configurations',
  nameOf: ({ providerName }) => providerName,
  source: {
    from: `sms_configurations t
      left join applications a on a.id = t.application_id left join clients c on c.id = t.client_id`,
    select: {
      providerName: 't.provider_name',
      application: `coalesce(t.application_id::text, 'All')`,
      applicationName: `coalesce(a.name, 'All')`,
      clientName: `coalesce(t.client_id::text, 'All')`,
      clientDisplayName: `coalesce(c.display_name, 'All')`,
      token: maskOf('t.sealed_token'),
      passwordValue: maskOf('t.sealed_password'),
      apiCodeValue: maskOf('t.sealed_api_code'),
      url: 't.url',
      gatewayId: 't.gateway_id',
      nameOfTheGateway: 't.gateway_name',
      userNameValue: 't.user_name',
      senderIdValue: 't.sender_id',
      countryCodeAttribute: `t.attributes->>'countryCode'`,
      apiCodeAttribute: `t.attributes->>'apiCode'`,
      messageAttribute: `t.attributes->>'message'`,
      userNameAttribute: `t.attributes->>'userName'`,
      passwordAttribute: `t.attributes->>'password'`,
      senderIdAttribute: `t.attributes->>'senderId'`,
      mobileNoAttribute: `t.attributes->>'mobileNo'`,
      countryCodeValue: 't.country_code',
      status: 't.status',
      defaultNo: 't.default_no',
      entityId: 't.entity_id',
      method: `t.options->>'method'`,
      encoding: `t.options->>'encoding'`,
      tokenHeader: `t.options->>'tokenHeader'`,
      entityIdAttribute: `t.options->>'entityIdAttribute'`,
      templateIdAttribute: `t.options->>'templateIdAttribute'`,
      numberFormat: `t.options->>'numberFormat'`,
      unicodeAttribute: `t.options->'unicode'->>'attribute'`,
      unicodeValue: `t.options->'unicode'->>'value'`,
      constants: `t.options->'constants'`,
      successRule: `t.options->'success'->>'rule'`,
      successText: `coalesce(t.options->'success'->>'text', '')`,
      successPath: `coalesce(t.options->'success'->>'path', '')`,
      successValue: `coalesce(t.options->'success'->>'value', '')`,
      perSecond: 't.per_second',
      owners: ownersOf('sms_configuration_owners'),
      priority: 't.priority',
    },
    columns: {
      application: textColumn(`coalesce(a.name, 'All')`),
      providerName: textColumn('t.provider_name'),
      passwordValue: secretColumn('t.sealed_password'),
      token: secretColumn('t.sealed_token'),
      nameOfTheGateway: textColumn('t.gateway_name'),
      status: textColumn('t.status'),
    },
  },
  toColumns: (form) => ({
    provider_name: form.providerName,
    application_id: idOrNull(form.application),
    client_id: idOrNull(form.clientName),
    url: form.url,
    gateway_id: form.gatewayId,
    gateway_name: form.nameOfTheGateway,
    user_name: form.userNameValue,
    sender_id: form.senderIdValue,
    country_code: form.countryCodeValue,
    attributes: JSON.stringify(smsAttributesOf(form)),
    default_no: form.defaultNo,
    entity_id: form.entityId,
    status: form.status,
    priority: form.priority,
  }),
  uses: usesOfGateway('sms_configurations'),
})

/** The secrets by wire name, with their columns. */
export const SMS_SECRETS = {
  token: 'sealed_token',
  passwordValue: 'sealed_password',
  apiCodeValue: 'sealed_api_code',
}

/** The field that says under which name each secret is sent: under that of the text, a gateway would send the secret to a phone. */
const NAME_OF = {
  token: 'tokenHeader',
  passwordValue: 'passwordAttribute',
  apiCodeValue: 'apiCodeAttribute',
} as const

/** SMS gateways. Their secrets are write-only, and their addresses must be outside the network. */
export function smsConfigurationsStore({ config, keys }: StoreNeeds): Store<Row, Form> {
  const requireSound = async (tx: Tx, { application, clientName, url }: Form) => {
    refuseFields({ url: outboundUrlProblem(url, config.outboundAllow) })
    await requireScope(tx, { application, client: clientName })
  }
  const writeOptions = async (tx: Tx, id: string, form: Form) => {
    const { rows } = await tx.execute<{ options: SmsOptions; perSecond: number }>(
      sql`select options, per_second as "perSecond" from sms_configurations where id = ${id}`,
    )
    const was = rows[0] ?? { options: SMS_OPTIONS, perSecond: 0 }
    const { perSecond = was.perSecond } = form
    const options = JSON.stringify(smsOptionsOf(form, was.options))
    await updateRow(tx, store.table, id, { options, per_second: perSecond })
    await setLaneRate(tx, `sms:${id}`, perSecond)
  }
  const targetOf = (tx: Tx, id: string) => async () => {
    const row = await store.find(tx, id)
    return [row?.status, row?.url]
  }
  const checked: Store<Row, Form> = {
    ...store,
    lockPeople: (tx, id, changes) => lockOwners(tx, 'sms_configuration_owners', id, changes?.owners),
    create: async (tx, id, form, by) => {
      await requireSound(tx, form)
      await store.create(tx, id, form, by)
      await writeOptions(tx, id, form)
      await setGatewayOwners(tx, by, 'sms_configuration_owners', id, form.owners)
    },
    update: async (tx, id, form, by) => {
      await requireSound(tx, form)
      await followTarget(tx, `sms:${id}`, targetOf(tx, id), async () => {
        await store.update(tx, id, form, by)
        await writeOptions(tx, id, form)
      })
      await setGatewayOwners(tx, by, 'sms_configuration_owners', id, form.owners)
    },
    restore: async (tx, id) => {
      await requireScopeOf(tx, store.table, id)
      await beginLaneAnew(tx, `sms:${id}`)
    },
  }
  return withSecrets(checked, {
    key: keys.seal,
    event: 'smsConfigurations.secrets-replaced',
    columns: SMS_SECRETS,
    destination: (record, field) => [new URL(record.url).origin, record[NAME_OF[field]]],
  })
}
