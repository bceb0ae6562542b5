import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { aMatrix } from '../../test/approvals.ts'
import { aPerson } from '../../test/builders.ts'
import { environmentOf, runGatehouse as gatehouse } from '../../test/gatehouse.ts'
import { useTestServer } from '../../test/server.ts'
import { aServiceAccount } from '../../test/service-accounts.ts'
import { newId } from '../crypto/ids.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'gatehouse-regained-'))
const BACKUP = join(FOLDER, 'a.backup')
const server = useTestServer()
let restored: string
let matrix: Awaited<ReturnType<typeof aMatrix>>
let meera: Awaited<ReturnType<typeof aPerson>>
let vikram: Awaited<ReturnType<typeof aPerson>>

const environment = () => {
  const here = environmentOf(server, FOLDER)
  return { ...here, DATABASE_URL: (here.DATABASE_URL as string).replace(/[^/]+$/, restored) }
}
async function query(database: string, text: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ ...inject('postgres'), database })
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows
}
const insert = (text: string) => server.db.execute(sql`${raw(text)}`)

/** What `restore --replace` says before it asks: the names of each kind. */
async function namesRegained(): Promise<Record<string, string[]>> {
  const asked = await gatehouse(['restore', BACKUP, '--replace', '--quiet'], environment())
  expect(asked).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Nothing was restored: add --yes.') })
  const kinds: Record<string, string[]> = {}
  let names: string[] = []
  for (const line of asked.err.split('\n')) {
    const [, kind] = /^Come back: \d+ (.*)$/.exec(line) ?? []
    if (kind !== undefined) {
      names = []
      kinds[kind] = names
    } else if (line.startsWith('  ')) names.push(line.trim())
  }
  return kinds
}

beforeAll(async () => {
  matrix = await aMatrix(server)
  await matrix.row('Director', { range: [0, 1_000_000_000] })
  const [lender, standIn] = [await matrix.person('Director'), await aPerson(server)]
  await matrix.standIn(lender, standIn, 'Director')
  meera = await aPerson(server, { email: 'meera@example.com' })
  vikram = await aPerson(server, { email: 'vikram@example.com', codeOnly: true })
  const { application, client } = matrix
  const account = await aServiceAccount(server, ['users:read'])
  await insert(
    `update service_accounts set name = 'Importer', networks = '{10.0.0.0/8,10.1.0.0/16}' where id = '${account.id}'`,
  )
  await insert(`update applications set name = 'Eclaims', redirect_uris = '{https://a.example.com,https://b.example.com}',
    jwks = 'former', is_requestable = true, confirm_minutes = 60 where id = '${application.id}'`)
  await insert(`update clients set display_name = 'Orchid' where id = '${client.id}'`)
  const [rule, draft, review, line] = [newId(), newId(), newId(), newId()]
  for (const statement of [
    `insert into application_owners values ('${application.id}', '${meera.id}')`,
    `update application_role_pages set actions = '{edit}'`,
    `insert into pocs (id, client_id, name, alternate_name, email, alternate_email, contact, alternate_contact, decides_requests)
      values ('${newId()}', '${client.id}', 'Poc', '', 'poc@example.com', '', '', '', true)`,
    `insert into role_conflicts (id, application_id, name, roles, scope, effect)
      values ('${rule}', '${application.id}', 'Pay and check', '{Director,Clerk}', 'client', 'prevent')`,
    `insert into conflict_exceptions (id, rule_id, user_id, owner_id, reason, valid_until)
      values ('${newId()}', '${rule}', '${meera.id}', '${meera.id}', 'leave', now() + interval '1 day')`,
    `insert into access_requests (id, user_id, application_id, reason)
      values ('${newId()}', '${meera.id}', '${application.id}', 'work')`,
    `insert into approval_drafts (id, application_id, name, base_version) values ('${draft}', '${application.id}', 'Limits', 1)`,
    `insert into approval_publish_requests (id, application_id, draft_id, reason, asked_by)
      values ('${newId()}', '${application.id}', '${draft}', 'why', '${meera.id}')`,
    ...['Yearly', 'Monthly'].map(
      (name, index) => `insert into access_reviews
        (id, name, owner_id, reviewer_rule, stages, due_on, silence, scope, owner_session_id, owner_ip)
        values ('${index === 0 ? review : newId()}', '${name}', '${meera.id}', 'people', 1, current_date, 'keep', '{}', '${newId()}', '')`,
    ),
    `insert into access_review_lines (id, review_id, place, assignment_id, user_id, application_id, client_id, role, assigned_at, evidence, flags)
      values ('${line}', '${review}', 1, '${newId()}', '${meera.id}', '${application.id}', '${client.id}', '', now(), '{}', '{}')`,
    `insert into access_reviewers (line_id, stage, user_id, review_id) values ('${line}', 1, '${vikram.id}', '${review}')`,
    `insert into roles (id, name, name_key) values ('${newId()}', 'Support', 'support')`,
    `insert into permissions (id, name) values ('${newId()}', 'Own')`,
    `insert into email_configurations (id, from_address, host, port) values
      ('${newId()}', 'a@example.com', 'smtp.example.com', 25), ('${newId()}', 'b@example.com', 'old.example.com', 25)`,
    `insert into email_configuration_owners select id, '${meera.id}' from email_configurations where host = 'smtp.example.com'`,
    `insert into webhooks (id, name, url, events) values ('${newId()}', 'Chat', 'https://old.example.com', '{users.created}')`,
    ...['Renewed', 'Sealed again', 'Same'].map(
      (name) => `insert into webhooks (id, name, url, events, sealed_secret)
        values ('${newId()}', '${name}', 'https://hooks.example.com', '{users.created}', ${sealedBy('aa', 'former')})`,
    ),
    `insert into templates (id, channel, template_id, name, body, application_id, client_id) values
      ('${newId()}', 'email', '', 'welcome', 'former', '${application.id}', '${client.id}'),
      ('${newId()}', 'sms', '', 'login', 'former', '${application.id}', null), ('${newId()}', 'sms', '', 'login', 'former', null, null)`,
    ...[
      `webhooks (id, name, url, events) select gen_random_uuid(), 'Bulk ' || n, '', '{}'`,
      `templates (id, channel, template_id, name, body) select gen_random_uuid(), 'sms', '', 'bulk ' || n, ''`,
      `permissions (id, name) select gen_random_uuid(), 'Own ' || n`,
      `clients (id, actual_name, display_name) select gen_random_uuid(), 'Bulk ' || n, 'Bulk ' || n`,
      `roles (id, name, name_key) select gen_random_uuid(), 'Bulk ' || n, 'bulk ' || n`,
    ].map((rows) => `insert into ${rows} from generate_series(1, 1000) n`),
  ])
    await insert(statement)
  const made = await gatehouse(['backup', '--to', BACKUP, '--quiet'], environmentOf(server, FOLDER))
  expect(made).toMatchObject({ code: 0, err: '' })
  restored = `test_${randomUUID().replaceAll('-', '')}`
  await query('postgres', `create database ${restored}`)
  expect(await gatehouse(['restore', BACKUP, '--quiet'], environment())).toMatchObject({ code: 0, err: '' })
})
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }))

describe('a restore instead of another state names', () => {
  test('nothing, where nothing was taken', async () => {
    expect(await namesRegained()).toEqual({})
  })

  test('nothing, where only more was given or less was asked since', async () => {
    for (const change of [
      `update applications set redirect_uris = redirect_uris || '{https://c.example.com}', confirm_minutes = null`,
      `update users set last_day = null, suspended_from = null`,
      `update roles set remembers_browsers = true`,
      `insert into application_owners select application_id, '${vikram.id}' from application_owners`,
      `update stand_ins set valid_until = valid_until + interval '1 day'`,
    ])
      await query(restored, change)
    expect(await namesRegained()).toEqual({})
  })

  test('authority of every kind that was taken since the backup', async () => {
    for (const change of [
      `update users set email = 'meera@example.org', phone_number = '9000000000', user_name = 'meera-k' where id = '${meera.id}'`,
      `update users set code_only = false, last_day = '2099-12-31', suspended_from = now() + interval '1 day' where id = '${vikram.id}'`,
      `update permissions set status = 'INACTIVE' where name = 'Own'`,
      `update roles set needs_strong_sign_in = true, needs_passkey = true, confirm_minutes = 5, remembers_browsers = false
        where name = 'Support'`,
      `update service_accounts set networks = '{10.1.0.0/16}'`,
      `update applications set redirect_uris = '{https://a.example.com}', jwks = 'new', is_requestable = false, confirm_minutes = 10`,
      `update clients set needs_strong_sign_in = true where display_name = 'Orchid'`,
      'delete from application_owners',
      'update pocs set decides_requests = false',
      `update access_requests set state = 'declined'`,
      `update access_reviews set state = 'cancelled' where name = 'Monthly'`,
      'delete from access_reviewers',
      'update application_roles set range_to = 1000',
      'update approval_matrices set asks_second_person = true',
      `update application_role_pages set actions = '{}'`,
      'update stand_ins set ended_at = now()',
      'update conflict_exceptions set ended_at = now()',
      `update role_conflicts set roles = roles || '{Manager}'`,
      'delete from approval_publish_requests',
      `update email_configurations set host = 'new.example.com' where host = 'smtp.example.com'`,
      `update email_configurations set status = 'INACTIVE' where host = 'old.example.com'`,
      `insert into email_configurations (id, from_address, host, port) values ('${newId()}', 'c@example.com', 'third.example.com', 25)`,
      'delete from email_configuration_owners',
      `update webhooks set url = 'https://new.example.com' where name = 'Chat'`,
      `update webhooks set sealed_secret = ${sealedBy('aa', 'newer')} where name = 'Renewed'`,
      // With a newer data key, which says nothing about the secret itself.
      `update webhooks set sealed_secret = ${sealedBy('bb', 'newer')} where name = 'Sealed again'`,
      `update templates set body = 'new' where name = 'welcome'`,
      `update templates set status = 'INACTIVE' where name = 'login'`,
    ])
      await query(restored, change)
    const [standIn] = await query(
      restored,
      `select l.email as lender, u.email as user from stand_ins s join users l on l.id = s.lender_id join users u on u.id = s.stand_in_id`,
    )
    expect(await namesRegained()).toEqual({
      'suspensions and last days, set since, that are gone': [
        'vikram@example.com: last day 2099-12-31',
        'vikram@example.com: suspension',
      ],
      'former email addresses, phone numbers and user ids, changed since': [
        'meera@example.org: email address meera@example.com',
        `meera@example.org: phone number ${meera.phoneNumber}`,
        `meera@example.org: user id ${meera.userName}`,
      ],
      'people who sign in by a code alone again': ['vikram@example.com'],
      'permissions that were removed or deactivated since': ['Own'],
      'roles with settings that were changed since': ['Support: confirm minutes, needs passkey, needs strong sign in'],
      'service accounts with settings that were changed since': ['Importer: networks'],
      'applications with settings that were changed since': [
        'Eclaims: confirm minutes, is requestable, jwks, redirect uris',
      ],
      'clients with settings that were changed since': ['Orchid: needs strong sign in'],
      'owners who were taken from an application since': ['Eclaims: meera@example.com'],
      'contacts who decide about requests for access, removed or changed since': ['Orchid: Poc (poc@example.com)'],
      'requests for access that were decided or withdrawn since, and wait again': ['meera@example.com: Eclaims'],
      'reviews of access that ended since, and go on again': ['Monthly'],
      'reviewers who were replaced since': ['Yearly: vikram@example.com'],
      'applications whose roles, pages, limits or rows of approvals were changed since': ['Eclaims'],
      'applications whose approvals were put under a second person since, without that person': ['Eclaims'],
      'pages and actions that were taken from an application role since': ['Eclaims for Orchid: Director (Claims)'],
      'stand-ins that ended since': [`${standIn?.lender} by ${standIn?.user}: Eclaims (Director)`],
      'exceptions from rules of separation of duties that ended since': ['meera@example.com: Pay and check'],
      'rules of separation of duties, made or changed since, that are gone or as before': ['Eclaims: Pay and check'],
      'requests to publish a draft that were decided or withdrawn since, and wait again': ['Eclaims: Limits'],
      'mail gateways with settings that were changed since': ['smtp.example.com, a@example.com: host'],
      'gateways that were removed or switched off since': ['email: old.example.com, b@example.com'],
      'gateways, added or switched on since, in whose place others send again': [
        'email: third.example.com, c@example.com',
      ],
      'owners who were taken from a gateway since': ['email: smtp.example.com, a@example.com: meera@example.com'],
      'webhooks with settings that were changed since': ['Chat: url'],
      'secrets of webhooks that were renewed since': ['Renewed'],
      'templates of messages with settings that were changed since': ['email: welcome, Eclaims for Orchid: body'],
      'templates of messages that were removed or switched off since': ['sms: login', 'sms: login, Eclaims'],
    })
  })

  test('thousands with their number and few names, so that the question can still be read', async () => {
    for (const change of [
      `update webhooks set status = 'INACTIVE'`,
      `update templates set status = 'INACTIVE'`,
      `update permissions set status = 'INACTIVE' where name like 'Own%'`,
      `update clients set needs_strong_sign_in = true`,
      `update roles set confirm_minutes = 5`,
    ])
      await query(restored, change)
    const { err } = await gatehouse(['restore', BACKUP, '--replace', '--quiet'], environment())
    expect(err).toMatch(
      /Come back: 1004 webhooks that were removed or switched off since\n {2}Bulk 1\n(.*\n)* {2}and \d+ more\n/,
    )
    expect(err).toContain('Come back: 1001 permissions that were removed or deactivated since')
    expect(err.split('\n').length).toBeLessThan(110)
  })
})

/** A sealed value, as `seal` begins it: its form and the id of its data key. */
function sealedBy(key: string, value: string) {
  return `decode('02' || repeat('${key}', 16), 'hex') || '${value}'::bytea`
}
