import { compareDraft, readCompared } from '@gatehouse/server/src/admin/approvals/drafts/compare-draft.ts'
import { restoreVersion } from '@gatehouse/server/src/admin/approvals/drafts/restore-version.ts'
import { readConfig } from '@gatehouse/server/src/config.ts'
import { newId } from '@gatehouse/server/src/crypto/ids.ts'
import type { Db } from '@gatehouse/server/src/db/database.ts'
import { openDatabase } from '@gatehouse/server/src/db/open.ts'
import sql from 'sql-template-tag'
import { fill } from './decision-matrix.ts'
import { median, report } from './figures.ts'
import { makeFolder } from './server.ts'

// More changes than 5,000 fit in no draft.
const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 5000)
const RUNS = Number(process.env.BENCH_RUNS ?? 5)
const PAGES = 50
const BUDGET_MS = 15_000

/** The comparison of a draft that changes the rule of each client. */
async function main() {
  const folder = makeFolder()
  const config = readConfig({ DATA_DIR: folder.path, MASTER_KEY: Buffer.alloc(32).toString('base64') })
  const { db, close } = await openDatabase(config)
  try {
    const draftId = await makeDraft(db)
    const times: number[] = []
    for (let run = 0; run < RUNS; run++) {
      const startedAt = performance.now()
      const { rows } = await compareDraft(db, await readCompared(db, config.timeZone, draftId))
      times.push(performance.now() - startedAt)
      if (rows.changed !== CLIENTS) throw new Error(`${rows.changed} of ${CLIENTS} changes were found`)
    }
    report(`a draft for ${CLIENTS} clients, compared, least`, Math.min(...times), 'ms')
    report(`a draft for ${CLIENTS} clients, compared, median`, median(times), 'ms', BUDGET_MS)
  } finally {
    await close()
    folder.remove()
  }
}

/** A draft that restores what all roles might approve before they were changed at once. */
async function makeDraft(db: Db): Promise<string> {
  const [applicationId, draftId] = [newId(), newId()]
  await fill(
    db,
    sql`insert into applications (id, name, redirect_url) values (${applicationId}, 'Claims', 'https://app.example.com/in')`,
    sql`insert into pages (id, application_id, name)
      select gen_random_uuid(), ${applicationId}, 'Page ' || n from generate_series(1, ${PAGES}::int) n`,
    sql`insert into clients (id, actual_name, display_name)
      select gen_random_uuid(), 'Branch ' || n, 'Branch ' || n from generate_series(1, ${CLIENTS}::int) n`,
    sql`insert into application_roles (id, application_id, client_id, name, role_id, action, sequence, all_regions)
      select gen_random_uuid(), ${applicationId}, id, 'Head', 'H', 'Final Approval', 1, true from clients where actual_name like 'Branch %'`,
    sql`insert into document_approvals (id, application_role_id, page_id)
      select gen_random_uuid(), r.id, p.id
      from (select id, row_number() over () as n from application_roles where application_id = ${applicationId}) r
        join (select id, row_number() over () as n from pages where application_id = ${applicationId}) p on p.n = 1 + r.n % ${PAGES}::int`,
    sql`update application_roles set range_to = 100000 where application_id = ${applicationId}`,
    sql`analyze`,
  )
  const { rows } = await db.execute<{ version: number }>(sql`
    select max(version)::int - 1 as version from approval_versions where application_id = ${applicationId}`)
  const version = rows[0]?.version ?? 0
  const nobody = newId()
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into approval_drafts (id, application_id, name, base_version, restores, created_by, updated_by)
      values (${draftId}, ${applicationId}, 'As before', ${version + 1}::int, ${version}, ${nobody}, ${nobody})`)
    await restoreVersion(tx, { draftId, applicationId, version })
  })
  return draftId
}

await main()
