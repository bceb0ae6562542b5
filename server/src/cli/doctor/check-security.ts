import { checkWords } from '@gatehouse/contract/admin/security/check-words.ts'
import { judgeArchive } from '../../admin/security/judge-archive.ts'
import { judgeBackups } from '../../admin/security/judge-backups.ts'
import { judgeRecords, readConnection } from '../../admin/security/judge-records.ts'
import { judgeSettings } from '../../admin/security/judge-settings.ts'
import type { Finding, Patient, State } from './finding.ts'

const STATES: Record<'good' | 'warning' | 'danger', State> = { good: 'ok', warning: 'warning', danger: 'fault' }
/** The names of hosts, proxies and folders; all others are of people and applications. */
const OF_SETTINGS = ['proxy', 'outbound', 'metrics', 'backups', 'archive']

/** The checklist of the console (Security), in the same words. */
export async function checkSecurity({ config, db, withNames }: Patient): Promise<Finding[]> {
  const [connection, ofRecords, ofBackups, ofArchive] = await Promise.all([
    readConnection(db),
    judgeRecords(db),
    judgeBackups(db, config),
    judgeArchive(db, config),
  ])
  return [...judgeSettings(config, connection), ...ofRecords, ofBackups, ofArchive].map((one) => {
    const names = withNames || OF_SETTINGS.includes(one.kind) ? (one.names ?? []) : ['…']
    const { title, found, mend } = checkWords({ count: 0, ...one, names }, fill, String)
    return { check: 'security', state: STATES[one.state], seen: `${title}: ${found}`, mend }
  })
}

const fill = (text: string, values: Record<string, string | number> = {}) =>
  text.replaceAll(/{{(\w+)}}/g, (_, name: string) => String(values[name]))
