import type { CommandConfig } from '../../config.ts'
import { certificateEnd, type EncryptedServer } from '../../outbound/certificate-end.ts'
import { type Finding, fault, ok, type Patient, reasonOf, warning } from './finding.ts'

const DAY_MS = 86_400_000
const SOON_DAYS = 21

/** Whether the certificates of the portal, of its mail server and of the receiver of the audit end soon. */
export async function checkCertificates({ config, db }: Patient): Promise<Finding[]> {
  const now = await db.now()
  const found = await Promise.all(serversOf(config).map((server) => examineOne(server, now)))
  const none = ok('certificates', 'PUBLIC_URL, SMTP_URL and AUDIT_STREAM_URL use none.')
  return found.length === 0 ? [none] : found.flat()
}

type Named = EncryptedServer & { variable: string }

function serversOf({ publicUrl, smtpUrl, auditStream }: CommandConfig): Named[] {
  const mail = smtpUrl === null ? null : new URL(smtpUrl)
  return [
    ...(publicUrl.protocol === 'https:' ? [atOnce('PUBLIC_URL', publicUrl, 443)] : []),
    ...(mail?.protocol === 'smtps:' ? [atOnce('SMTP_URL', mail, 465)] : []),
    ...(mail?.protocol === 'smtp:' ? [{ ...atOnce('SMTP_URL', mail, 587), begins: 'by STARTTLS' as const }] : []),
    ...(auditStream?.url.protocol === 'https:' ? [atOnce('AUDIT_STREAM_URL', auditStream.url, 443)] : []),
    ...(auditStream?.url.protocol === 'syslog+tls:' ? [atOnce('AUDIT_STREAM_URL', auditStream.url, 6514)] : []),
  ]
}

const atOnce = (variable: string, { hostname, port }: URL, usualPort: number): Named => ({
  variable,
  host: hostname.replace(/^\[|\]$/g, ''),
  port: Number(port) || usualPort,
  begins: 'at once',
})

async function examineOne({ variable, ...server }: Named, now: Date): Promise<Finding[]> {
  const { host } = server
  try {
    const end = await certificateEnd(server)
    return end === null ? [] : [judge(`The certificate of ${host} (${variable})`, end, now)]
  } catch (error) {
    const mend = 'Let this machine reach the host, and check that it answers with TLS.'
    return [warning('certificates', `That of ${host} (${variable}) could not be read: ${reasonOf(error)}.`, mend)]
  }
}

function judge(which: string, end: Date, now: Date): Finding {
  const day = end.toISOString().slice(0, 10)
  const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS)
  const mend = 'Renew it, and look why it was not renewed in time.'
  if (end <= now) return fault('certificates', `${which} ended on ${day}.`, mend)
  const seen = `${which} ends on ${day}, in ${days} days.`
  return days < SOON_DAYS ? warning('certificates', seen, mend) : ok('certificates', seen)
}
