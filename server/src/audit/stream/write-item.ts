import { isSuspicious, SEAL_EVENT, sealToCef, toCef } from '../cef.ts'
import type { ChainItem } from './read-items.ts'

/** An item as it is sent: `event` and `at` are for the frame around `text`. */
export type Written = { event: string; at: string; isSuspicious: boolean; text: string }

/** Under which a line is sent that is not there any more, so that CEF has no content for it. */
const MISSING = 'audit.line-missing'

/** The formats of `gatehouse audit export`; JSON is one item of its trail, which can be verified offline. */
export function writeItem(item: ChainItem, format: 'json' | 'cef', now: Date): Written {
  const { event, at } = headOf(item, now)
  const text = format === 'json' ? JSON.stringify(item) : cefOf(item, at)
  return { event, at, isSuspicious: event === MISSING || isSuspicious(event), text: text.trimEnd() }
}

function headOf(item: ChainItem, now: Date): { event: string; at: string } {
  if ('seal' in item) return { event: SEAL_EVENT, at: item.seal.sealedAt }
  return item.line ?? { event: MISSING, at: now.toISOString() }
}

function cefOf(item: ChainItem, at: string): string {
  if ('seal' in item) return sealToCef(item.seal)
  const { leaf, line } = item
  if (line !== null) return toCef(line)
  const nobody = { actorId: null, subjectId: null, sessionId: null, ip: null, detail: {} }
  return toCef({ id: leaf.id, number: leaf.number, at, event: MISSING, ...nobody })
}
