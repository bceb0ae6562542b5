import { clients } from '@gatehouse/contract/admin/clients/clients.ts'
import { signUp } from '@gatehouse/contract/signin.ts'
import { PASSWORD } from '../server/test/builders.ts'
import type { Running } from '../server/test/processes.ts'

/** A change that a client has sent. Only one that was answered by 200 is acknowledged. */
type Entry = { key: string; isAcknowledged: boolean }

/** What clients have sent and which answers they got, over all servers that were killed meanwhile. */
export class Journal {
  readonly registered: Entry[] = []
  readonly created: Entry[] = []
  readonly renamed: Entry[] = []
  /** Every answer, to what, `0` for none, and how long it took. */
  readonly answers: { what: string; code: number; ms: number }[] = []
  private count = 0
  private readonly prefix: string

  /** @param prefix distinguishes it from another journal on the same database */
  constructor(prefix = '') {
    this.prefix = prefix
  }

  get acknowledged(): number {
    return [this.registered, this.created, this.renamed].flat().filter(({ isAcknowledged }) => isAcknowledged).length
  }

  /** Registers people, creates records and renames one, in parallel, until the server cannot be reached. */
  async writeTo(server: Running, token: string, isOver: () => boolean): Promise<void> {
    const authorization = `Bearer ${token}`
    const renamed = await this.aClient(server, authorization)
    await Promise.all([
      this.write(isOver, this.registered, (key) => server.call(signUp, this.aForm(key))),
      this.write(isOver, this.registered, (key) => server.call(signUp, this.aForm(key))),
      this.write(isOver, this.created, (key) => server.call(clients.create, client(key), { authorization })),
      renamed === undefined
        ? undefined
        : this.write(isOver, this.renamed, (key) =>
            server.call(clients.update, { ...client(key), clientId: renamed }, { authorization }),
          ),
    ])
  }

  private async write(isOver: () => boolean, entries: Entry[], send: (key: string) => Promise<{ code: number }>) {
    while (!isOver()) {
      const entry = { key: `${this.prefix}journal-${++this.count}`, isAcknowledged: false }
      entries.push(entry)
      const sentAt = performance.now()
      const answer = await send(entry.key).catch(() => null)
      const what = entries === this.registered ? 'sign-up' : entries === this.created ? 'create' : 'rename'
      this.answers.push({ what, code: answer?.code ?? 0, ms: performance.now() - sentAt })
      entry.isAcknowledged = answer?.code === 200
      if (answer === null) return
    }
  }

  /** `undefined`: the server has gone already. */
  private async aClient(server: Running, authorization: string): Promise<string | undefined> {
    const key = `${this.prefix}renamed-${++this.count}`
    const answer = await server.call(clients.create, client(key), { authorization }).catch(() => null)
    return answer?.code === 200 ? answer.data._id : undefined
  }

  private aForm(key: string) {
    const phoneNumber = String((this.prefix === '' ? 7 : 8) * 1_000_000_000 + ++this.count)
    return { firstName: 'Asha', lastName: 'Rao', email: `${key}@example.com`, phoneNumber, password: PASSWORD }
  }
}

const client = (key: string) => ({ actualName: key, displayName: key, status: 'ACTIVE' })

export type Query = <Row extends Record<string, unknown>>(statement: string) => Promise<Row[]>

/**
 * Compares the database with a journal: what was acknowledged and is missing, and what is there in part or twice.
 */
export async function compare(journal: Journal, query: Query): Promise<{ lost: string[]; halves: string[] }> {
  const signUps = await query<{ key: string; isWhole: boolean }>(`
    select split_part(s.email, '@', 1) as key, exists (select 1 from challenges c where c.sign_up_id = s.id)
      and (select count(*) from audit_events a where a.subject_id = s.id and a.event = 'registration.requested') = 1 as "isWhole"
    from sign_ups s where s.email like '%journal-%'`)
  const created = await query<{ key: string; isWhole: boolean }>(`
    select c.actual_name as key, (select count(*) from audit_events a where a.subject_id = c.id and a.event = 'clients.created') = 1
      and (select count(*) from audit_events a where a.subject_id = c.id and a.event = 'clients.updated') = c.version - 1 as "isWhole"
    from clients c where c.actual_name like '%journal-%' or c.actual_name like '%renamed-%'`)
  const changed = await query<{ key: string }>(`
    select change->>'after' as key from audit_events a, jsonb_array_elements(a.detail->'changes') change
    where a.event in ('clients.updated') and change->>'field' = 'actualName'`)
  const missing = (entries: Entry[], rows: { key: string }[]) => {
    const keys = new Set(rows.map(({ key }) => key))
    return entries.filter(({ key, isAcknowledged }) => isAcknowledged && !keys.has(key)).map(({ key }) => key)
  }
  const all = [...signUps, ...created]
  const seen = all.map(({ key }) => key)
  return {
    lost: [
      ...missing(journal.registered, signUps),
      ...missing(journal.created, created),
      ...missing(journal.renamed, changed),
    ],
    halves: [
      ...all.filter(({ isWhole }) => !isWhole).map(({ key }) => key),
      ...seen.filter((key, index) => seen.indexOf(key) !== index),
    ],
  }
}
