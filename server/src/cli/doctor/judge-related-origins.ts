import type { IncomingHttpHeaders } from 'node:http'
import { type Finding, fault, ok } from './finding.ts'

type Answer = { status: number; text: string; headers: IncomingHttpHeaders }

/** Whether browsers find in this answer that the portal may use the passkeys of its former host (WebAuthn Level 3 §5.11.1). */
export function judgeRelatedOrigins({ status, text, headers }: Answer, url: string, origin: string): Finding {
  const wanted = `Let it answer 200 with content-type application/json and {"origins":["${origin}"]}.`
  const refused = (seen: string, mend = wanted) => fault('passkeys', `${url} ${seen}.`, mend)
  if (status >= 300 && status <= 399)
    return refused(
      `redirects to ${URL.parse(headers.location ?? '', url)?.origin}`,
      `Leave this path out of the redirect: not every browser follows one to another host. ${wanted}`,
    )
  if (status !== 200) return refused(`answers HTTP ${status}`)
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') return refused(`has the content type ${type || '(none)'}`)
  const origins = originsIn(text)
  if (origins === null) return refused('holds no list of origins')
  if (!origins.includes(origin)) return refused(`does not name ${origin}`)
  return ok('passkeys', `${url} lets ${origin} use them.`)
}

function originsIn(text: string): string[] | null {
  try {
    const { origins } = JSON.parse(text) as { origins?: unknown }
    // Browsers compare origins, not texts.
    return Array.isArray(origins) ? origins.map((one) => URL.parse(String(one))?.origin ?? '') : null
  } catch {
    return null
  }
}
