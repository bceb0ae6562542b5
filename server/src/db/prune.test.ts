import { createPublicKey } from 'node:crypto'
import { detachClient } from '@gatehouse/contract/admin/people/users.ts'
import { DestroySession } from '@gatehouse/contract/session.ts'
import sql, { raw } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import {
  aClient,
  anApplication,
  anAssignment,
  aPerson,
  launch,
  someoneSignedIn,
  someoneWithAccess,
} from '../../test/builders.ts'
import { startTestServer, type TestServer, useTestServer } from '../../test/server.ts'
import { erasePeople } from '../audit/chain/erase-person.ts'
import { readTrail } from '../audit/chain/read-trail.ts'
import { sealLines } from '../audit/chain/seal-lines.ts'
import { verifyTrail } from '../audit/chain/verify.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { newId } from '../crypto/ids.ts'
import { prune as pruneAll } from './prune.ts'

const server = useTestServer()
const prune = (db: TestServer['db']) => pruneAll(db, (people) => erasePeople(db, people))

const TABLES = [
  'users',
  'roles',
  'permissions',
  'clients',
  'applications',
  'pocs',
  'clans',
  'pages',
  'application_roles',
  'document_approvals',
  'email_configurations',
  'sms_configurations',
  'templates',
  'price_quotes',
]

const execute = (statement: Parameters<TestServer['db']['execute']>[0]) => server.db.execute(statement)
const exists = async (table: string, id: string) =>
  (await execute(sql`select 1 from ${raw(table)} where id = ${id}`)).rows.length === 1
const markDeleted = (table: string, id: string, days: number) =>
  execute(sql`update ${raw(table)} set deleted_at = now() - make_interval(days => ${days}) where id = ${id}`)

/** One record of every kind, with all the relations that the console can make. */
async function aWholeConsole(): Promise<Record<string, string>> {
  const { id: users } = await aPerson(server)
  const { id: applications } = await anApplication(server)
  const { id: clients } = await aClient(server)
  await anAssignment(server, users, applications, clients)
  const ids = Object.fromEntries(TABLES.map((table) => [table, newId()]))
  const { roles, permissions, pocs, clans, pages, application_roles, document_approvals } = ids
  const statements = [
    sql`insert into roles (id, name, name_key) values (${roles}, ${roles}, ${roles})`,
    sql`insert into permissions (id, name) values (${permissions}, ${permissions})`,
    sql`insert into role_permissions (role_id, permission_id) values (${roles}, ${permissions})`,
    sql`update users set role_id = ${roles} where id = ${users}`,
    sql`insert into self_registrations (application_id, client_id) values (${applications}, ${clients})`,
    sql`insert into pocs (id, client_id, name, alternate_name, email, alternate_email, contact, alternate_contact)
      values (${pocs}, ${clients}, 'Meera', 'Rohan', 'a@example.com', 'b@example.com', '9876543210', '9876543211')`,
    sql`insert into clans (id, client_id, name, count, type) values (${clans}, ${clients}, 'North', 3, 'INTERNAL')`,
    ...[
      ['client', clients],
      ['poc', pocs],
      ['clan', clans],
    ].map(
      ([kind, id]) =>
        sql`insert into record_permissions (kind, record_id, permission_id)
          select ${kind}, ${id}, id from permissions where name = 'users:read'`,
    ),
    sql`insert into pages (id, application_id, name) values (${pages}, ${applications}, 'Claim Entry')`,
    sql`insert into application_roles (id, application_id, client_id, name, role_id)
      values (${application_roles}, ${applications}, ${clients}, 'Surveyor', 'S-1')`,
    sql`insert into application_role_pages (application_role_id, page_id) values (${application_roles}, ${pages})`,
    sql`insert into document_approvals (id, application_role_id, page_id)
      values (${document_approvals}, ${application_roles}, ${pages})`,
    sql`insert into email_configurations (id, application_id, client_id, from_address, host, port)
      values (${ids.email_configurations}, ${applications}, ${clients}, 'a@example.com', 'mail.example.com', 25)`,
    sql`insert into sms_configurations (id, application_id, client_id, provider_name, url, gateway_id, gateway_name, user_name,
        sender_id, country_code, attributes, default_no, entity_id)
      values (${ids.sms_configurations}, ${applications}, ${clients}, 'P', 'https://sms.example.com', 'G', 'G', 'U', 'S', '91', '{}', '1', 'E')`,
    sql`insert into templates (id, channel, application_id, client_id, template_id, name, body)
      values (${ids.templates}, 'email', ${applications}, ${clients}, 'T-1', 'login-otp', 'Hello')`,
    sql`insert into price_quotes (id, user_id, fields) values (${ids.price_quotes}, ${users}, '{}')`,
  ]
  for (const statement of statements) await execute(statement)
  return { ...ids, users, applications, clients }
}

describe('records deleted over 30 days ago', () => {
  const leftOf = async (ids: Record<string, string>) => {
    const left = await Promise.all(
      TABLES.map(async (table) => [table, await exists(table, ids[table] as string)] as const),
    )
    return left.filter(([, isLeft]) => isLeft).map(([table]) => table)
  }
  const permissionsOf = async ({ clients, pocs, clans }: Record<string, string>) =>
    (await execute(sql`select 1 from record_permissions where record_id = any(${[clients, pocs, clans]}::uuid[])`)).rows
      .length

  test('are purged with everything that belongs to them', async () => {
    const ids = await aWholeConsole()
    for (const table of TABLES) await markDeleted(table, ids[table] as string, 31)
    await prune(server.db)
    expect(await leftOf(ids)).toEqual([])
    expect(await permissionsOf(ids)).toBe(0)
    const { rows } = await execute(sql`select 1 from assignments where user_id = ${ids.users}
      union all select 1 from user_identifiers where user_id = ${ids.users}
      union all select 1 from self_registrations where client_id = ${ids.clients}
      union all select 1 from role_permissions where role_id = ${ids.roles}`)
    expect(rows).toEqual([])
  })

  test.each(TABLES)('of %s are purged alone, without a foreign key that blocks it', async (table) => {
    const ids = await aWholeConsole()
    await markDeleted(table, ids[table] as string, 31)
    await prune(server.db)
    expect(await exists(table, ids[table] as string)).toBe(false)
    const goesAlong: Record<string, string[]> = {
      users: ['price_quotes'],
      clients: [
        'pocs',
        'clans',
        'application_roles',
        'document_approvals',
        'email_configurations',
        'sms_configurations',
        'templates',
      ],
      applications: [
        'pages',
        'application_roles',
        'document_approvals',
        'email_configurations',
        'sms_configurations',
        'templates',
      ],
      pages: ['document_approvals'],
      application_roles: ['document_approvals'],
    }
    const gone = [table, ...(goesAlong[table] ?? [])]
    expect(await leftOf(ids)).toEqual(TABLES.filter((one) => !gone.includes(one)))
  })

  test('are kept until then, and so are all others', async () => {
    const [recent, live] = [await aWholeConsole(), await aWholeConsole()]
    for (const table of TABLES) await markDeleted(table, recent[table] as string, 29)
    await prune(server.db)
    await prune(server.db)
    expect(await leftOf(recent)).toEqual(TABLES)
    expect(await leftOf(live)).toEqual(TABLES)
    expect([await permissionsOf(recent), await permissionsOf(live)]).toEqual([3, 3])
  })

  test('are purged as roles, and their people have no role then', async () => {
    const { users, roles } = await aWholeConsole()
    await markDeleted('users', users as string, 5)
    await markDeleted('roles', roles as string, 31)
    await prune(server.db)
    const { rows } = await execute(sql`select role_id as role from users where id = ${users}`)
    expect(rows).toEqual([{ role: null }])
  })

  test('are purged as people with sessions and opened applications', async () => {
    const someone = await someoneWithAccess(server)
    expect((await launch(someone)).status).toBe(200)
    await markDeleted('users', someone.person.id, 31)
    await prune(server.db)
    expect(await exists('users', someone.person.id)).toBe(false)
  })

  test('are purged as people with what the audit says of them, and its chain stays valid', async () => {
    const [gone, recent] = [await aPerson(server), await aPerson(server)]
    const line = (event: 'users.updated' | 'signin.failed', subjectId: string | null, actorId: string | null) =>
      recordAudit(server.db, { event, subjectId, actorId, ip: '203.0.113.9', detail: { email: 'x@example.com' } })
    for (const { id } of [gone, recent]) {
      await line('users.updated', id, null)
      await line('signin.failed', null, id)
    }
    await line('users.updated', recent.id, gone.id)
    await sealLines(server.db, server)
    await markDeleted('users', gone.id, 31)
    await markDeleted('users', recent.id, 29)
    await prune(server.db)
    expect([await exists('users', gone.id), await exists('users', recent.id)]).toEqual([false, true])
    const { rows } = await execute(sql`
      select event, subject_id = ${gone.id} as "isSubject", actor_id = ${gone.id} as "isActor", ip, detail
      from audit_events where ${gone.id} in (subject_id, actor_id) order by number`)
    const erased = { ip: null, detail: {} }
    expect(rows).toEqual([
      { event: 'users.updated', isSubject: true, isActor: null, ...erased },
      { event: 'signin.failed', isSubject: null, isActor: true, ...erased },
      // It belongs to the history of somebody who is still there.
      {
        event: 'users.updated',
        isSubject: false,
        isActor: true,
        ip: '203.0.113.9',
        detail: { email: 'x@example.com' },
      },
      { event: 'audit.person-erased', isSubject: true, isActor: null, ...erased },
    ])
    const about = (await execute(sql`select detail from audit_events where subject_id = ${recent.id}`)).rows
    expect(about).toEqual(Array(2).fill({ detail: { email: 'x@example.com' } }))
    await sealLines(server.db, server)
    const publicKey = createPublicKey(server.keys.auditSeals)
    const findings = []
    for await (const finding of verifyTrail(readTrail(server.db), { anchors: new Map(), publicKey }))
      findings.push(finding)
    expect(findings).toEqual([])
    await prune(server.db)
    expect(
      (
        await execute(sql`select from audit_events where event = 'audit.person-erased'
      and subject_id = ${gone.id}`)
      ).rows,
    ).toHaveLength(1)
  })
})

describe('pictures that no record uses', () => {
  const aPicture = async (days: number) => {
    const id = newId().replaceAll('-', '')
    await execute(sql`
      insert into uploads (id, content, created_by, created_at)
      values (${id}, '', ${newId()}, now() - make_interval(hours => ${days * 24 + 1}))`)
    return { id, path: `/uploads/${id}.png` }
  }

  test('are purged a day after their upload', async () => {
    const [fresh, old] = [await aPicture(0), await aPicture(1)]
    await prune(server.db)
    expect([await exists('uploads', fresh.id), await exists('uploads', old.id)]).toEqual([true, false])
  })

  test.each([
    ['clients', 'logo'],
    ['applications', 'logo'],
    ['users', 'profile_image'],
  ] as const)('do not include those of %s, until these are purged', async (table, column) => {
    const picture = await aPicture(40)
    const ids = await aWholeConsole()
    const id = ids[table] as string
    await execute(sql`update ${raw(table)} set ${raw(column)} = ${picture.path} where id = ${id}`)
    await prune(server.db)
    expect(await exists('uploads', picture.id)).toBe(true)
    await markDeleted(table, id, 29)
    await prune(server.db)
    expect(await exists('uploads', picture.id)).toBe(true)
    await markDeleted(table, id, 31)
    await prune(server.db)
    expect(await exists('uploads', picture.id)).toBe(false)
  })

  test('include replaced ones', async () => {
    const [before, after] = [await aPicture(2), await aPicture(2)]
    const { id } = await aClient(server)
    for (const { path } of [before, after]) await execute(sql`update clients set logo = ${path} where id = ${id}`)
    await prune(server.db)
    expect([await exists('uploads', before.id), await exists('uploads', after.id)]).toEqual([false, true])
  })
})

describe('messages', () => {
  const aMessage = async (days: number) => {
    const id = newId()
    await execute(sql`
      insert into messages (id, channel, notice, language, recipient, has_secret, created_at)
      values (${id}, 'email', 'new-device', 'en', 'asha@example.com', false, now() - make_interval(days => ${days}))`)
    await execute(sql`
      insert into delivery_attempts (outbox_id, number, at, gateway, is_success, answer, took_ms)
      values (${id}, 1, now() - make_interval(days => ${days}), 'mail.example.com', true, '250 OK', 7)`)
    return id
  }
  const hasTries = async (id: string) =>
    (await execute(sql`select 1 from delivery_attempts where outbox_id = ${id}`)).rows.length === 1

  test('are purged after 90 days, with their attempts', async () => {
    const [recent, old] = [await aMessage(89), await aMessage(91)]
    await prune(server.db)
    expect([await exists('messages', recent), await exists('messages', old)]).toEqual([true, false])
    expect([await hasTries(recent), await hasTries(old)]).toEqual([true, false])
  })

  test('that wait lose their text once they have expired', async () => {
    const aLine = async (minutes: number | null) => {
      const id = newId()
      await execute(sql`
        insert into outbox (id, kind, lane, payload, run_at, not_after)
        values (${id}, 'message', 'email', 'sealed', now() + interval '1 day', now() + make_interval(mins => ${minutes}))`)
      return id
    }
    const ids = [await aLine(null), await aLine(5), await aLine(-1)]
    await prune(server.db)
    const { rows } = await execute(sql`
      select payload is not null as kept from outbox where id = any(${ids}::uuid[]) order by id`)
    expect(rows.map(({ kept }) => kept)).toEqual([true, true, false])
  })
})

describe('the client for which an application was opened', () => {
  type Opened = Awaited<ReturnType<typeof someoneWithAccess>>
  const byLaunch = async (someone: Opened) => {
    expect((await launch(someone)).status).toBe(200)
    await execute(sql`
      update launch_tokens set expires_at = now() - interval '2 days' where user_id = ${someone.person.id}`)
  }
  const byGrant = async ({ person, application, client }: Opened) => {
    await execute(sql`
      insert into oidc_grants (id, user_id, application_id, client_id, session_id, is_offline, scopes, expires_at, revoked_at)
      select gen_random_uuid(), user_id, ${application.id}, ${client.id}, id, false, '{}', expires_at, now() - interval '2 days'
      from sessions where user_id = ${person.id}`)
    await execute(sql`
      insert into opened_applications (session_id, application_id)
      select id, ${application.id} from sessions where user_id = ${person.id}`)
  }
  const opened = async (open: (someone: Opened) => Promise<void>) => {
    const someone = await someoneWithAccess(server)
    await execute(sql`
      update applications set backchannel_logout_uri = 'https://app.example.com/out' where id = ${someone.application.id}`)
    await open(someone)
    return someone
  }
  const ways: [string, typeof byLaunch][] = [
    ['a launch', byLaunch],
    ['a grant', byGrant],
  ]

  test.each(ways)('is stored by %s as long as the session lives', async (_by, open) => {
    const { person, application, client } = await opened(open)
    await prune(server.db)
    const { visitor } = await someoneSignedIn(server, { isAdmin: true })
    const ids = { userId: person.id, applicationId: application.id, clientId: client.id }
    expect((await visitor.call(detachClient, ids)).status).toBe(200)
    const { rows } = await execute(sql`select kind from outbox where application_id = ${application.id}`)
    expect(rows).toEqual([{ kind: 'logout' }])
  })

  test.each(ways)('is purged with a session that has ended, when it came from %s', async (_by, open) => {
    const { person, visitor } = await opened(open)
    await visitor.call(DestroySession)
    await prune(server.db)
    const { rows } = await execute(sql`
      select 1 from launch_tokens where user_id = ${person.id}
      union all select 1 from oidc_grants where user_id = ${person.id}`)
    expect(rows).toEqual([])
  })
})

describe('large numbers of rows', () => {
  /** A thousand expired sessions of one person, with grants revoked a moment ago. */
  const aThousandSessions = async (userId: string, applicationId: string, clientId: string) => {
    const round = newId()
    await execute(sql`
      insert into sessions (id, secret_hash, kind, user_id, ip, user_agent, amr, idle_seconds, expires_at)
      select gen_random_uuid(), uuid_send(gen_random_uuid()), 'cookie', ${userId}, '', ${round}, '{}', 60, now() - interval '31 days'
      from generate_series(1, 1000)`)
    await execute(sql`
      insert into oidc_grants (id, user_id, application_id, client_id, session_id, is_offline, scopes, expires_at, revoked_at)
      select gen_random_uuid(), user_id, ${applicationId}, ${clientId}, id, false, '{}', now(), now()
      from sessions, generate_series(1, 10) where user_agent = ${round}`)
  }
  const countOf = async (table: string, userId: string) =>
    (await execute(sql`select 1 from ${raw(table)} where user_id = ${userId}`)).rows.length

  test('sessions are purged although their grants are not due yet', async () => {
    const [person, application, client] = [await aPerson(server), await anApplication(server), await aClient(server)]
    for (let i = 0; i < 3; i++) await aThousandSessions(person.id, application.id, client.id)
    await prune(server.db)
    expect([await countOf('sessions', person.id), await countOf('oidc_grants', person.id)]).toEqual([0, 0])
  })

  test('rows that must be kept do not hide others behind them, even with equal times', async () => {
    const [person, application, client] = [await aPerson(server), await anApplication(server), await aClient(server)]
    const aSession = async (isLive: boolean) => {
      const id = newId()
      await execute(sql`
        insert into sessions (id, secret_hash, kind, user_id, ip, user_agent, amr, idle_seconds, expires_at, ended_at)
        values (${id}, uuid_send(gen_random_uuid()), 'cookie', ${person.id}, '', '', '{}', 60, now() + interval '1 hour',
          case when ${!isLive} then now() end)`)
      return id
    }
    const grants = (sessionId: string, count: number, days: number) =>
      execute(sql`
        insert into oidc_grants (id, user_id, application_id, client_id, session_id, is_offline, scopes, expires_at, revoked_at)
        select gen_random_uuid(), ${person.id}, ${application.id}, ${client.id}, ${sessionId}, false, '{}', at, at
        from generate_series(1, ${count}), (select date_trunc('day', now()) - make_interval(days => ${days}) as at) moment`)
    const [live, over] = [await aSession(true), await aSession(false)]
    await grants(live, 1500, 5)
    await grants(over, 10, 3)
    await prune(server.db)
    const { rows } = await execute(sql`
      select session_id as "sessionId", count(*)::int from oidc_grants where user_id = ${person.id} group by 1`)
    expect(rows).toEqual([{ sessionId: live, count: 1500 }])
  })

  test('are purged a thousand rows at a time', async () => {
    await execute(sql`
      create function refuse_many() returns trigger language plpgsql as $$
      begin
        if (select count(*) from gone) > 1000 then raise exception 'too many'; end if;
        return null;
      end $$`)
    await execute(sql`
      create trigger refuse_many after delete on served_requests referencing old table as gone
      for each statement execute function refuse_many()`)
    await execute(sql`
      insert into served_requests (jti, expires_at)
      select i::text, now() - interval '1 day' from generate_series(1, 2500) i`)
    await prune(server.db)
    expect((await execute(sql`select 1 from served_requests`)).rows).toEqual([])
  })

  test('are found by an index, also by the foreign keys to them', async () => {
    const { rows } = await execute(sql`
      select format('%s.%s', c.conrelid::regclass, a.attname) as "column"
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid in ('sessions'::regclass, 'users'::regclass, 'launch_tokens'::regclass,
          'oidc_grants'::regclass, 'challenges'::regclass, 'jobs'::regclass)
        and not exists (
          select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
            and coalesce(pg_get_expr(i.indpred, i.indrelid), '') in ('', format('(%I IS NOT NULL)', a.attname)))`)
    expect(rows).toEqual([])
  })
})

test('a table that cannot be purged is named, and the others are purged', async () => {
  const alone = await startTestServer()
  const { db } = alone
  const dueOf = async (table: string) => (await db.execute(sql`select 1 from ${raw(table)}`)).rows.length
  await db.execute(sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$`)
  await db.execute(sql`
    create trigger refuse before delete on served_requests for each row execute function refuse()`)
  await db.execute(sql`insert into served_requests (jti, expires_at) values ('a', now() - interval '1 day')`)
  await db.execute(sql`
    insert into uploads (id, content, created_by, created_at) values ('a', '', ${newId()}, now() - interval '2 days')`)
  await expect(prune(db)).rejects.toThrow('not pruned: served_requests (not this one)')
  expect([await dueOf('served_requests'), await dueOf('uploads')]).toEqual([1, 0])
  await alone.close()
})
