import { ALL_REGIONS } from '@gatehouse/contract/regions.ts'
import sql from 'sql-template-tag'
import { newId } from '../crypto/ids.ts'
import type { Tx } from '../db/database.ts'
import { DEMO_EMAIL_CONFIGURATION, DEMO_SMS_CONFIGURATION, DEMO_TEMPLATES, DEMO_WEBHOOK } from './demo-messages.ts'
import {
  type ApplicationKey,
  DEMO_CLANS,
  DEMO_CLIENTS,
  DEMO_OWNERS,
  DEMO_SERVICE_ACCOUNT,
} from './demo-organisations.ts'
import { DEMO_PAGES, DEMO_ROLE_CONFLICTS, DEMO_ROLES, DEMO_ROUTINGS } from './demo-roles.ts'
import { insertRows, type Row } from './insert-rows.ts'

type Ids = Map<string, string>
const PAISE = 100

/** The records of the console besides people, applications and clients. */
export async function insertRecords(tx: Tx, applications: Ids, clients: Ids, admin: string): Promise<void> {
  await insertRoles(tx, applications, clients)
  const ofApplications = <Of extends { application: ApplicationKey }>(rows: readonly Of[]) =>
    rows.map(({ application, ...row }) => ({ ...row, id: newId(), application_id: applications.get(application) }))
  await insertRows(tx, 'role_conflicts', ofApplications(DEMO_ROLE_CONFLICTS))
  await insertRows(tx, 'approval_routings', ofApplications(DEMO_ROUTINGS))
  await insertRows(
    tx,
    'pocs',
    DEMO_CLIENTS.map(({ key, contact: [name, alternate_name, city, state, zip] }, index) => ({
      id: newId(),
      client_id: clients.get(key),
      name,
      alternate_name,
      email: addressOf(name),
      alternate_email: addressOf(alternate_name),
      contact: `98765010${index}0`,
      alternate_contact: `98765010${index}1`,
      city,
      state,
      country: 'India',
      zip,
    })),
  )
  await insertRows(
    tx,
    'clans',
    DEMO_CLANS.map(({ client, ...clan }) => ({ ...clan, id: newId(), client_id: clients.get(client) })),
  )
  for (const [application, email] of DEMO_OWNERS)
    await tx.execute(sql`
      insert into application_owners (application_id, user_id) select ${applications.get(application)}, id from users where email = ${email}`)
  await insertMessages(tx, { application_id: applications.get('eclaims'), client_id: clients.get('acme') })
  await insertServiceAccount(tx, admin)
}

/** Without a key: nothing can sign in with it. */
async function insertServiceAccount(tx: Tx, ownerId: string) {
  const { permissions, ...account } = DEMO_SERVICE_ACCOUNT
  const id = newId()
  await insertRows(tx, 'service_accounts', [{ ...account, id, owner_id: ownerId, created_by: ownerId }])
  await tx.execute(sql`
    insert into service_account_permissions (account_id, permission_id)
    select ${id}, id from permissions where name = any(${permissions}::text[])`)
}

const addressOf = (name: string) => `${name.toLowerCase().replace(' ', '.')}@example.com`

async function insertRoles(tx: Tx, applications: Ids, clients: Ids) {
  const pages = DEMO_PAGES.map((page) => ({ ...page, id: newId() }))
  const roles = DEMO_ROLES.map((role) => ({ ...role, id: newId() }))
  await insertRows(
    tx,
    'pages',
    pages.map(({ id, application, name, description, isInactive }) => ({
      id,
      application_id: applications.get(application),
      name,
      description,
      status: isInactive ? 'INACTIVE' : 'ACTIVE',
    })),
  )
  await insertRows(
    tx,
    'application_roles',
    roles.map(({ id, application, client, name, roleId, regions, sequence, action = '', from, to }) => ({
      id,
      application_id: applications.get(application),
      client_id: clients.get(client),
      name,
      role_id: roleId,
      all_regions: regions === ALL_REGIONS,
      regions: regions === ALL_REGIONS ? [] : regions,
      sequence: sequence ?? null,
      action,
      range_from: from === undefined ? null : Math.round(from * PAISE),
      range_to: to === undefined ? null : Math.round(to * PAISE),
    })),
  )
  const links = (names: (role: (typeof roles)[number]) => string[] | undefined) =>
    roles.flatMap((role) =>
      (names(role) ?? []).map((name) => ({
        application_role_id: role.id,
        page_id: pages.find((page) => page.application === role.application && page.name === name)?.id,
      })),
    )
  await insertRows(
    tx,
    'application_role_pages',
    links(({ pages }) => pages),
  )
  await insertRows(
    tx,
    'document_approvals',
    links(({ approves }) => approves).map((link) => ({ ...link, id: newId() })),
  )
}

async function insertMessages(tx: Tx, scope: Row) {
  await insertRows(tx, 'webhooks', [{ ...DEMO_WEBHOOK, id: newId(), status: 'INACTIVE' }])
  const { from, userName, ...email } = DEMO_EMAIL_CONFIGURATION
  await insertRows(tx, 'email_configurations', [
    { ...scope, ...email, id: newId(), from_address: from, user_name: userName, status: 'INACTIVE' },
  ])
  const { provider, url, gatewayId, gatewayName, senderId, countryCode, attributes, ...sms } = DEMO_SMS_CONFIGURATION
  await insertRows(tx, 'sms_configurations', [
    {
      ...scope,
      id: newId(),
      provider_name: provider,
      url,
      gateway_id: gatewayId,
      gateway_name: gatewayName,
      user_name: sms.userName,
      sender_id: senderId,
      country_code: countryCode,
      attributes,
      default_no: sms.defaultNo,
      entity_id: sms.entityId,
      status: 'INACTIVE',
    },
  ])
  await insertRows(
    tx,
    'templates',
    DEMO_TEMPLATES.map(({ templateId, ...template }) => ({
      ...scope,
      ...template,
      id: newId(),
      template_id: templateId,
    })),
  )
}
