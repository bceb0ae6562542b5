import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fullName } from '@gatehouse/contract/people.ts'
import sql from 'sql-template-tag'
import { idAt, newId } from '../crypto/ids.ts'
import type { Tx } from '../db/database.ts'
import { OWN_NAME } from '../notifications/gateways.ts'
import { sourceFile } from '../places.ts'
import { type CrowdLine, makeActivity } from './demo-activity.ts'
import { type CrowdMember, makeCrowd, repeatable } from './demo-crowd.ts'
import { insertInvitations } from './demo-invitations.ts'
import { DEMO_ACCESS_REQUESTS, DEMO_APPLICATIONS } from './demo-organisations.ts'
import { insertReviews } from './demo-reviews.ts'
import { insertRows } from './insert-rows.ts'

type Ids = Map<string, string>
type Someone = CrowdMember & { id: string }
/** `passwordHash`: of the password of an address, which mostly nobody knows. `admin`: the id of the administrator. */
type Given = { applications: Ids; clients: Ids; admin: string; passwordHash: (email: string) => string; now: Date }

const SEED = 20_260_401
const DAY_MS = 86_400_000
const OFFICE = '203.0.113.'

/** What makes the demo look lived in: people of all states, thirty days of what they did, messages, jobs and pictures. */
export async function insertLife(tx: Tx, given: Given): Promise<void> {
  const random = repeatable(SEED)
  const crowd = makeCrowd(given.now, random).map((member) => ({ ...member, id: idAt(member.createdAt) }))
  const lines = makeActivity(crowd, given.now, random)
  await insertCrowd(tx, crowd, lines, given)
  await insertAccessRequests(tx, crowd, given)
  await insertInvitations(tx, given)
  await insertLines(tx, crowd, lines, given)
  await insertReviews(tx, given)
  await insertMessages(tx, crowd, lines, given.now)
  await insertJobs(tx, crowd, given)
  await insertLogos(tx, given)
}

async function insertCrowd(tx: Tx, crowd: Someone[], lines: CrowdLine[], { applications, clients, ...given }: Given) {
  const lastSignIn = new Map<number, Date>()
  for (const { event, person, at } of lines) if (event === 'signin.completed') lastSignIn.set(person, at)
  await insertRows(
    tx,
    'users',
    crowd.map(({ id, state, firstName, lastName, email, phoneNumber, createdAt }, person) => ({
      id,
      email,
      user_name: userNameOf(email),
      phone_number: phoneNumber,
      first_name: firstName,
      last_name: lastName,
      c_portal_id: '',
      password_hash: state === 'invited' ? null : given.passwordHash(email),
      email_verified_at: state === 'invited' ? null : createdAt,
      is_active: state !== 'inactive' && state !== 'deleted',
      code_only: false,
      last_sign_in_at: lastSignIn.get(person) ?? null,
      profile_image: '',
      version: 1,
      created_by: given.admin,
      created_at: createdAt,
      updated_at: createdAt,
      deleted_at: state === 'deleted' ? new Date(given.now.getTime() - person * 0.1 * DAY_MS) : null,
    })),
  )
  // Deleted accounts have none.
  await insertRows(
    tx,
    'user_identifiers',
    crowd.flatMap(({ id, state, email }) =>
      state === 'deleted'
        ? []
        : [
            { value: email, kind: 'email', user_id: id },
            { value: userNameOf(email), kind: 'user_name', user_id: id },
          ],
    ),
  )
  await insertRows(
    tx,
    'assignments',
    crowd.flatMap(({ id, createdAt, assignments }) =>
      assignments.map(({ application, client, role }) => ({
        ...{ id: idAt(createdAt), user_id: id, created_at: createdAt, role },
        ...{ application_id: applications.get(application), client_id: clients.get(client) },
      })),
    ),
  )
}

/** Of active people to whom the application is not assigned, each of somebody else. */
async function insertAccessRequests(tx: Tx, crowd: Someone[], { applications, admin, now }: Given) {
  const asking = new Set<Someone>()
  const rows = DEMO_ACCESS_REQUESTS.map(({ application, daysAgo, reason, answer = null }) => {
    const isWithout = ({ assignments }: Someone) => assignments.every((one) => one.application !== application)
    const person = crowd.find((one) => one.state === 'active' && !asking.has(one) && isWithout(one)) as Someone
    asking.add(person)
    const at = new Date(now.getTime() - daysAgo * DAY_MS)
    return {
      ...{ id: idAt(at), user_id: person.id, application_id: applications.get(application), reason, created_at: at },
      ...{ state: answer === null ? 'waiting' : 'declined', answer: answer ?? '', role: '' },
      ...{
        decided_by: answer === null ? null : admin,
        decided_at: answer === null ? null : new Date(at.getTime() + DAY_MS),
      },
    }
  })
  await insertRows(tx, 'access_requests', rows)
}

const userNameOf = (email: string) => email.split('@')[0] ?? ''
const addressOf = (person: number) => `${OFFICE}${10 + (person % 40)}`

/** The trigger on the audit counts each line for the overview. */
async function insertLines(tx: Tx, crowd: Someone[], lines: CrowdLine[], { applications, clients, admin, now }: Given) {
  const made = crowd
    .filter(({ createdAt }) => createdAt.getTime() > now.getTime() - 60 * DAY_MS)
    .map(({ id, createdAt, firstName, lastName }) => ({
      ...{
        id: idAt(createdAt),
        at: createdAt,
        event: 'users.created',
        actor_id: admin,
        subject_id: id,
        ip: addressOf(0),
      },
      detail: { name: fullName({ firstName, lastName }) },
    }))
  const done = lines.map(({ at, event, person, opens }) => {
    const id = crowd[person]?.id
    return {
      ...{ id: idAt(at), at, event, actor_id: event === 'signin.failed' || event === 'signin.throttled' ? null : id },
      subject_id: opens ? applications.get(opens.application) : id,
      // An application redeems from its own server.
      ip: event === 'launch.redeemed' ? null : addressOf(person),
      detail: opens ? { clientId: clients.get(opens.client) } : {},
    }
  })
  await insertRows(
    tx,
    'audit_events',
    [...made, ...done].sort((one, other) => one.at.getTime() - other.at.getTime()),
  )
}

const FAILURES = [
  '550 5.1.1 The mailbox does not exist',
  '552 5.2.2 The mailbox is full',
  '550 5.7.1 Refused by the policy of the recipient',
]

/** Codes and invitations of the last week; the portal knows no gateway of the demo, so its own mail server sent them. */
async function insertMessages(tx: Tx, crowd: Someone[], lines: CrowdLine[], now: Date) {
  const since = now.getTime() - 7 * DAY_MS
  const codes = lines
    .filter(({ event, at }) => event === 'signin.completed' && at.getTime() > since)
    .map(({ person, at }) => ({
      to: crowd[person] as Someone,
      at: new Date(at.getTime() - 20_000),
      notice: 'login-otp',
    }))
  const invitations = crowd
    .filter(({ state }) => state === 'invited')
    .map((to) => ({ to, at: to.createdAt, notice: 'invitation' }))
  const messages = [...codes, ...invitations]
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    // One of the newest too, so that the overview shows one.
    .map((message, index, all) => ({
      ...message,
      id: idAt(message.at),
      failure: index % 41 === 40 || index === all.length - 2 ? index : null,
    }))
  const reasonOf = (failure: number | null) => (failure === null ? '' : (FAILURES[failure % FAILURES.length] as string))
  await insertRows(
    tx,
    'messages',
    messages.map(({ id, to, at, notice, failure }) => ({
      ...{ id, channel: 'email', notice, language: 'en', user_id: to.id, recipient: to.email },
      ...{ state: failure === null ? 'sent' : 'failed', gateway: OWN_NAME, template: 'Built-in text' },
      subject: notice === 'invitation' ? 'Your account for EAI' : 'Your sign-in code for EAI',
      ...{ body: `Hello ${to.firstName},`, reason: reasonOf(failure), has_secret: true },
      ...{ created_at: at, settled_at: new Date(at.getTime() + 900) },
    })),
  )
  await insertRows(
    tx,
    'delivery_attempts',
    messages.map(({ id, at, failure }, index) => ({
      ...{ outbox_id: id, number: 1, at, gateway: OWN_NAME, is_success: failure === null },
      ...{ answer: reasonOf(failure) || '250 2.0.0 Accepted', took_ms: 180 + ((index * 53) % 400) },
    })),
  )
}

/** One job went through, and one could not change two of its people. */
async function insertJobs(tx: Tx, crowd: Someone[], { admin, now }: Given) {
  const jobs = [
    { kind: 'activate', daysAgo: 9, people: crowd.slice(0, 12), failing: [] as number[] },
    { kind: 'deactivate', daysAgo: 2, people: crowd.filter(({ state }) => state === 'inactive'), failing: [1, 3] },
  ].map((job) => ({ ...job, id: newId(), at: new Date(now.getTime() - job.daysAgo * DAY_MS) }))
  await insertRows(
    tx,
    'jobs',
    jobs.map(({ id, kind, at, people, failing }) => ({
      ...{ id, kind, input: { ip: addressOf(0), change: { action: kind } }, state: 'done', total: people.length },
      ...{ position: people.length, succeeded: people.length - failing.length, failed: failing.length },
      ...{ cancel_requested: false, created_by: admin, created_at: at, finished_at: new Date(at.getTime() + 2000) },
    })),
  )
  await insertRows(
    tx,
    'job_items',
    jobs.flatMap(({ id, people, failing }) =>
      people.map((person, index) => ({
        ...{ job_id: id, number: index + 1, input: { name: fullName(person), id: person.id } },
        state: failing.includes(index) ? 'failed' : 'done',
        message: failing.includes(index) ? 'Somebody else has changed this meanwhile.' : '',
      })),
    ),
  )
}

/** The pictures of the tiles; one application goes without, as many do. */
async function insertLogos(tx: Tx, { applications, admin }: Given) {
  const logos = DEMO_APPLICATIONS.filter(({ key }) => key !== 'roadside').map(({ key }) => ({
    ...{ id: randomBytes(16).toString('hex'), application: applications.get(key) },
    content: readFileSync(sourceFile('demo/logos', `${key}.png`)),
  }))
  const ids = logos.map(({ id }) => id)
  await tx.execute(sql`
    insert into uploads (id, content, created_by)
    select id, decode(content, 'base64'), ${admin}
    from unnest(${ids}::text[], ${logos.map(({ content }) => content.toString('base64'))}::text[]) as u (id, content)`)
  await tx.execute(sql`
    update applications a set logo = '/uploads/' || u.id || '.png'
    from unnest(${ids}::text[], ${logos.map(({ application }) => application)}::uuid[]) as u (id, application)
    where a.id = u.application`)
}
