import type { TrailLine } from './chain/lines.ts'
import type { Seal } from './chain/seals.ts'

/** Events that somebody should look at when there are many. */
const SUSPICIOUS = /\.(?:failed|refused|throttled|replayed|code-wrong|current-wrong|flooded)$/

export const isSuspicious = (event: string): boolean => SUSPICIOUS.test(event)

type Field = [string, string | number | null]

/** A line of the audit in the Common Event Format, which security systems read. */
export function toCef({ number, id, at, event, actorId, subjectId, sessionId, ip, detail }: TrailLine): string {
  return cefLine(event, isSuspicious(event) ? 5 : 3, [
    ['rt', Date.parse(at)],
    ['externalId', id],
    ['cn1', number],
    ['cn1Label', 'number'],
    ['src', ip?.includes(':') ? null : ip],
    ['c6a2', ip?.includes(':') ? ip : null],
    ['c6a2Label', ip?.includes(':') ? 'address' : null],
    ['suid', actorId],
    ['duid', subjectId],
    ['cs1', sessionId],
    ['cs1Label', sessionId === null ? null : 'session'],
    ['msg', JSON.stringify(detail)],
  ])
}

/** The event under which a seal is sent to security systems; no line of the audit has it. */
export const SEAL_EVENT = 'audit.sealed'

/** A seal in the same format. What is kept of it outside the database proves the chain up to it. */
export const sealToCef = ({ sequence, hash, lines, firstNumber, lastNumber, sealedAt }: Seal): string =>
  cefLine(SEAL_EVENT, 1, [
    ['rt', Date.parse(sealedAt)],
    ['externalId', sequence],
    ['cnt', lines],
    ['cn1', firstNumber],
    ['cn1Label', firstNumber === null ? null : 'first number'],
    ['cn2', lastNumber],
    ['cn2Label', lastNumber === null ? null : 'last number'],
    ['cs1', hash],
    ['cs1Label', 'hash'],
  ])

function cefLine(event: string, severity: number, fields: Field[]): string {
  const extension = fields.flatMap(([name, value]) => (value === null ? [] : `${name}=${escapeValue(String(value))}`))
  return `CEF:0|Gatehouse|Gatehouse|1|${escapeHeader(event)}|${escapeHeader(event)}|${severity}|${extension.join(' ')}\n`
}

const escapeHeader = (text: string) => text.replace(/[\\|]/g, '\\$&')
const escapeValue = (text: string) => text.replace(/[\\=]/g, '\\$&').replace(/\r?\n|\r/g, '\\n')
