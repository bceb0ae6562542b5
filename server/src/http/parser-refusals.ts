import type { Socket } from 'node:net'
import { ERRORS } from '@gatehouse/contract/errors.ts'
import type { Config } from '../config.ts'
import { securityHeaders } from './security-headers.ts'

/**
 * The answer to what is no request for Node's HTTP parser, such as one with too large headers, in the one form of answer. The
 * framework sees no request then, so that it is written to the connection by hand.
 */
export function answerUnparsed(config: Config) {
  const headers = Object.entries(securityHeaders(config)).map(([name, value]) => `${name}: ${value}\r\n`)
  return (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const { status, reason, msg } = refusalOf(error)
    const body = JSON.stringify({ code: status, msg, data: null })
    const lines = [
      `HTTP/1.1 ${status} ${reason}\r\n`,
      ...headers,
      'content-type: application/json; charset=utf-8\r\n',
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n`,
    ]
    if (socket.writable) socket.write(lines.join('') + body)
    socket.destroy(error)
  }
}

function refusalOf({ code }: NodeJS.ErrnoException): { status: number; reason: string; msg: string } {
  const { msg } = ERRORS.invalid_request
  if (code === 'HPE_HEADER_OVERFLOW')
    return { status: 431, reason: 'Request Header Fields Too Large', msg: ERRORS.body_too_large.msg }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, reason: 'Request Timeout', msg }
  return { status: 400, reason: 'Bad Request', msg }
}
