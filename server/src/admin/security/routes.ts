import { SECURITY_CHECKS, securityChecklist } from '@gatehouse/contract/admin/security/checklist.ts'
import { factorCoverage } from '@gatehouse/contract/admin/security/coverage.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { route } from '../../http/route.ts'
import { judgeArchive } from './judge-archive.ts'
import { judgeAuditStream } from './judge-audit-stream.ts'
import { judgeBackups } from './judge-backups.ts'
import { judgeKeys } from './judge-keys.ts'
import { judgeRecords, readConnection } from './judge-records.ts'
import { judgeSettings } from './judge-settings.ts'
import { readCoverage } from './read-coverage.ts'

/** The checklist of what decides how secure the portal is, and what people can sign in with. */
export function serveSecurity(app: FastifyInstance, { db, config }: Deps) {
  route(app, securityChecklist, () =>
    db.together(async (on) => {
      const [connection, ofRecords, ofBackups, ofArchive, stream, ofKeys] = await Promise.all([
        readConnection(on),
        judgeRecords(on),
        judgeBackups(on, config),
        judgeArchive(on, config),
        judgeAuditStream(on, config),
        judgeKeys(on, config),
      ])
      const judged = [...judgeSettings(config, connection), ...ofRecords, ofBackups, ofArchive, stream, ofKeys]
      const order = judged.toSorted((a, b) => SECURITY_CHECKS.indexOf(a.kind) - SECURITY_CHECKS.indexOf(b.kind))
      return order.map((one) => ({ count: 0, names: [], ...one }))
    }),
  )
  route(app, factorCoverage, ({ input }) => db.together((on) => readCoverage(on, input)))
}
