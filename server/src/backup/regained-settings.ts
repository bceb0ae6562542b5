import type { Authority } from './authority.ts'
import { TEMPLATE } from './regained-messages.ts'

type Watched = { kind: string; name: string; ignored: string }

/** Columns of all records that are not settings. That a record is in use again has a kind of its own. */
const RECORD = 'id version created_by updated_by created_at updated_at deleted_at status'

/**
 * The records whose settings give or guard something, with the columns that do neither. A column that is not named here is
 * compared, so that a new one cannot be forgotten.
 */
const WATCHED: Record<string, Watched> = {
  roles: { kind: 'roles', name: 't.name', ignored: 'name name_key description system' },
  applications: {
    ...{ kind: 'applications', name: 't.name' },
    ignored: `name summary tile_group logo branding application_type grant_types authentication_type
      secret_hash secret_expires_at secret_name secret_last_used_at`,
  },
  clients: {
    ...{ kind: 'clients', name: 't.display_name' },
    ignored: 'actual_name display_name logo branding uuid address office_contact',
  },
  service_accounts: { kind: 'service accounts', name: 't.name', ignored: 'name description owner_id' },
  email_configurations: {
    ...{ kind: 'mail gateways', name: `t.host || ', ' || t.from_address` },
    ignored: 'from_name type per_second sealed_password sealed_token',
  },
  sms_configurations: {
    ...{ kind: 'SMS gateways', name: 't.gateway_name' },
    ignored: 'provider_name gateway_name per_second sealed_token sealed_password sealed_api_code',
  },
  templates: { kind: 'templates of messages', name: TEMPLATE, ignored: 'name' },
  webhooks: { kind: 'webhooks', name: 't.name', ignored: 'name sealed_secret sealed_previous_secret previous_until' },
}

const list = (words: string) =>
  words
    .trim()
    .split(/\s+/)
    .map((word) => `'${word}'`)
    .join(', ')

/**
 * Whether a setting of the backup (`b`) gives more or guards less than the kept one (`k`). One that is stricter is not listed,
 * nor a list that is only shorter. An empty list may stand for everything.
 */
const GIVES_MORE = `case
  when b.key in ('needs_strong_sign_in', 'needs_passkey', 'pkce_required') then b.value = 'false'
  when b.key in ('remembers_browsers', 'is_first_party', 'is_requestable', 'opens_while_acting', 'claims_in_id_token')
    then b.value = 'true'
  when b.key in ('strong_sign_in_from', 'passkey_from') then coalesce((b.value #>> '{}')::timestamptz > now(), false)
  when b.key = 'confirm_minutes' then (k.value #>> '{}') is not null
    and coalesce((b.value #>> '{}')::integer > (k.value #>> '{}')::integer, true)
  when jsonb_typeof(b.value) = 'array' then b.value = '[]' or not b.value <@ k.value
  else b.value <> '""' end`

const settingsOf = (table: string, { name }: Watched) => `
  select ${name} || ': ' || changed.keys as name from ${table} t join kept_settings_of_${table} was on was.id = t.id
    cross join lateral (select string_agg(replace(b.key, '_', ' '), ', ' order by b.key) as keys
      from jsonb_each(to_jsonb(t)) b join jsonb_each(was.settings) k on k.key = b.key
      where b.value is distinct from k.value and ${GIVES_MORE}) changed
  where t.status = 'ACTIVE' and t.deleted_at is null and changed.keys is not null`

/** Settings: demands on a sign-in, addresses, keys and destinations. */
export const SETTINGS: Authority = {
  kept: Object.fromEntries(
    Object.entries(WATCHED).map(([table, { ignored }]) => [
      `settings_of_${table}`,
      `select id, to_jsonb(t) - array[${list(`${RECORD} ${ignored}`)}] as settings from ${table} t where deleted_at is null`,
    ]),
  ),
  kinds: Object.fromEntries(
    Object.entries(WATCHED).map(([table, watched]) => [
      `${watched.kind} with settings that were changed since`,
      settingsOf(table, watched),
    ]),
  ),
}
