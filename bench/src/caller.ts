import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

/** One call as a program makes it, over a kept connection. @throws Error unless it answers 200 */
export function call<Data>(
  origin: string,
  path: string,
  { body, token, from }: { body?: object; token?: string; from?: string } = {},
): Promise<Data> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, origin), {
      agent,
      method: payload === undefined ? 'GET' : 'POST',
      headers: {
        ...(payload === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
        ...(from === undefined ? {} : { 'x-forwarded-for': from }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    })
    sent.on('error', reject)
    sent.on('response', (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8')
        if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 200)}`))
        else resolve(JSON.parse(text) as Data)
      })
    })
    sent.end(payload)
  })
}

/** Runs `work` `count` times, so many at once. */
export async function repeat(count: number, atOnce: number, work: () => Promise<unknown>): Promise<void> {
  let left = count
  const worker = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
