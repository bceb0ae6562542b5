import type { Authority } from './authority.ts'

const isLive = (alias: string) => `${alias}.status = 'ACTIVE' and ${alias}.deleted_at is null`
const EMAIL = `'email: ' || g.host || ', ' || g.from_address`
const SMS = `'SMS: ' || g.gateway_name`
/** Several templates may have one name: each for another application or client. */
export const TEMPLATE = `t.channel || ': ' || t.name
  || coalesce((select ', ' || a.name from applications a where a.id = t.application_id), '')
  || coalesce((select ' for ' || c.display_name from clients c where c.id = t.client_id), '')`
/** How a sealed value begins: its form and, where that says so, the id of its data key. */
const sealOf = (sealed: string) => `substr(${sealed}, 1, case get_byte(${sealed}, 0) when 2 then 17 else 1 end)`
const keptGateway = (name: string) => `select id, ${name} as name from`

/** Gateways, templates and webhooks: codes, links and events go through them. */
export const MESSAGES: Authority = {
  kept: {
    mail_servers: `${keptGateway(EMAIL)} email_configurations g where ${isLive('g')}`,
    sms_gateways: `${keptGateway(SMS)} sms_configurations g where ${isLive('g')}`,
    mail_owners: `select email_configuration_id as id, user_id from email_configuration_owners`,
    sms_owners: `select sms_configuration_id as id, user_id from sms_configuration_owners`,
    templates: `select id from templates where status = 'ACTIVE' and deleted_at is null`,
    webhook_secrets: `select id, sealed_secret from webhooks where sealed_secret is not null`,
    webhooks: `select id from webhooks where status = 'ACTIVE' and deleted_at is null`,
  },
  kinds: {
    'gateways that were removed or switched off since': `
      select ${EMAIL} as name from email_configurations g
      where ${isLive('g')} and not exists (select from kept_mail_servers k where k.id = g.id)
      union all select ${SMS} from sms_configurations g
      where ${isLive('g')} and not exists (select from kept_sms_gateways k where k.id = g.id)`,
    'gateways, added or switched on since, in whose place others send again': `
      select k.name from kept_mail_servers k
      where not exists (select from email_configurations g where g.id = k.id and ${isLive('g')})
      union all select k.name from kept_sms_gateways k
      where not exists (select from sms_configurations g where g.id = k.id and ${isLive('g')})`,
    'owners who were taken from a gateway since': `
      select ${EMAIL} || ': ' || u.email as name from email_configuration_owners o
        join email_configurations g on g.id = o.email_configuration_id join users u on u.id = o.user_id
      where g.deleted_at is null and u.is_active and u.deleted_at is null
        and not exists (select from kept_mail_owners k where k.id = g.id and k.user_id = u.id)
      union all select ${SMS} || ': ' || u.email from sms_configuration_owners o
        join sms_configurations g on g.id = o.sms_configuration_id join users u on u.id = o.user_id
      where g.deleted_at is null and u.is_active and u.deleted_at is null
        and not exists (select from kept_sms_owners k where k.id = g.id and k.user_id = u.id)`,
    'templates of messages that were removed or switched off since': `
      select ${TEMPLATE} as name from templates t
      where ${isLive('t')} and not exists (select from kept_templates k where k.id = t.id)`,
    'webhooks that were removed or switched off since': `
      select w.name from webhooks w where ${isLive('w')} and not exists (select from kept_webhooks k where k.id = w.id)`,
    // Values that another data key has sealed cannot be compared.
    'secrets of webhooks that were renewed since': `
      select w.name from webhooks w join kept_webhook_secrets k on k.id = w.id
      where ${isLive('w')} and w.sealed_secret <> k.sealed_secret and ${sealOf('w.sealed_secret')} = ${sealOf('k.sealed_secret')}`,
  },
}
