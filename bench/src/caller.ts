import { Agent, type IncomingHttpHeaders, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

export type Call = { body?: object; form?: Record<string, string>; headers?: Record<string, string> }
type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

/** Sends one request over a kept connection. A redirect is returned like any other answer. */
export function send(origin: string, path: string, { body, form, headers = {} }: Call = {}): Promise<Answer> {
  const payload = form ? new URLSearchParams(form).toString() : body && JSON.stringify(body)
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, origin), {
      agent,
      method: payload === undefined ? 'GET' : 'POST',
      headers: {
        ...(payload === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(payload) }),
        ...headers,
      },
    })
    sent.on('error', reject)
    sent.on('response', (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8')
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
      })
    })
    sent.end(payload)
  })
}

/** The body of an answer. @throws Error unless its status is 200 */
export async function call<Data>(origin: string, path: string, what: Call = {}): Promise<Data> {
  const { status, text } = await send(origin, path, what)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`)
  return JSON.parse(text) as Data
}

/** Runs `work` `count` times, in `atOnce` parallel lanes; `work` gets the number of its lane. */
export async function repeat(count: number, atOnce: number, work: (lane: number) => Promise<unknown>): Promise<void> {
  let left = count
  const worker = async (_: unknown, lane: number) => {
    while (left-- > 0) await work(lane)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
