import { once } from 'node:events'
import { isIP, type Socket } from 'node:net'
import { connect } from 'node:tls'
import { connectOutbound } from './connect-outbound.ts'

const TIMEOUT_MS = 10_000
const TOO_LONG = `no answer within ${TIMEOUT_MS / 1000} seconds`

/** `begins`: how encryption begins, at once or after a dialogue of SMTP (RFC 3207). */
export type EncryptedServer = { host: string; port: number; begins: 'at once' | 'by STARTTLS' }

/**
 * When the certificate of a server that the operator has configured ends; `null`: it offers no encryption. The certificate
 * is only read: who issued it, and for which name, is left to the calls that send something.
 *
 * @throws Error when the server cannot be reached
 */
export async function certificateEnd({ host, port, begins }: EncryptedServer): Promise<Date | null> {
  const plain = await connectOutbound({ host, port }, { outboundAllow: [host], outboundCa: null })
  let current: Socket = plain
  const timer = setTimeout(() => current.destroy(new Error(TOO_LONG)), TIMEOUT_MS)
  try {
    if (begins === 'by STARTTLS' && !(await startEncryption(plain))) return null
    const name = isIP(host) === 0 ? { servername: host } : {}
    const socket = connect({ socket: plain, ...name, rejectUnauthorized: false })
    current = socket
    await once(socket, 'secureConnect')
    const { valid_to: end } = socket.getPeerCertificate()
    return new Date(end)
  } finally {
    clearTimeout(timer)
    current.destroy()
  }
}

async function startEncryption(socket: Socket): Promise<boolean> {
  await answerOf(socket)
  socket.write('EHLO gatehouse.invalid\r\n')
  if (!/^250[ -]STARTTLS\s*$/im.test(await answerOf(socket))) return false
  socket.write('STARTTLS\r\n')
  return (await answerOf(socket)).startsWith('220')
}

/** The lines of one answer; the last one has no hyphen after its number (RFC 5321 §4.2). */
async function answerOf(socket: Socket): Promise<string> {
  let text = ''
  while (!/(?:^|\n)\d{3}(?: [^\n]*)?\n$/.test(text)) {
    const [part] = await once(socket, 'data')
    text += part
  }
  return text
}
