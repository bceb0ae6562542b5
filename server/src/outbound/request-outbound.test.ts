import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { anAuthority, type Identity } from '../../test/certificates.ts'
import { type OutboundRules, resolveOutbound } from './judged-lookup.ts'
import { requestOutbound } from './request-outbound.ts'

const LOCAL: OutboundRules = { outboundAllow: ['localhost'], outboundCa: null }
const STRICT: OutboundRules = { outboundAllow: [], outboundCa: null }
const authority = anAuthority()

const open: Server[] = []
afterAll(() => {
  for (const server of open) {
    server.closeAllConnections()
    server.close()
  }
})

async function aServer(handle: RequestListener, identity?: Identity): Promise<number> {
  const server = identity === undefined ? createServer(handle) : createTlsServer(identity, handle)
  open.push(server as Server)
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve)
  })
  return (server.address() as AddressInfo).port
}

const get = (url: string, rules = LOCAL) => requestOutbound({ method: 'GET', url, headers: {}, body: null }, rules)

/** Resolves every host name to this machine. */
const toThisMachine = async () => [{ address: '127.0.0.1', family: 4 }]

describe('an outbound call', () => {
  test('sends method, path, headers and body unchanged, and returns status and text', async () => {
    const port = await aServer((request, answer) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { method, url, headers } = request
        answer.writeHead(202).end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }))
      })
    })
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'one' }
    const url = `http://localhost:${port}/send?a=b`
    const { status, text } = await requestOutbound({ method: 'POST', url, headers, body: '{"text":"नमस्ते"}' }, LOCAL)
    expect(status).toBe(202)
    expect(JSON.parse(text)).toMatchObject({
      method: 'POST',
      url: '/send?a=b',
      headers: { ...headers, host: `localhost:${port}`, 'content-length': '29' },
      body: '{"text":"नमस्ते"}',
    })
  })

  test.each([301, 302, 303, 307, 308])('does not follow a redirect: %d', async (status) => {
    const paths: (string | undefined)[] = []
    const port = await aServer((request, answer) => {
      paths.push(request.url)
      answer.writeHead(status, { location: '/elsewhere' }).end('moved')
    })
    expect(await get(`http://localhost:${port}/send`)).toEqual({
      status,
      text: 'moved',
      retryAfterSeconds: null,
      isCut: false,
    })
    expect(paths).toEqual(['/send'])
  })

  test('is unencrypted only for a host that the operator allows', async () => {
    await expect(get('http://gateway.example.com/', STRICT)).rejects.toThrow(/^Use https:/)
  })

  test('refuses headers that would start another one', async () => {
    const call = requestOutbound(
      { method: 'GET', url: 'http://localhost:1/', headers: { authorization: 'a\r\nx-evil: 1' }, body: null },
      LOCAL,
    )
    await expect(call).rejects.toThrow(/Invalid character/)
  })
})

describe('the answer to an outbound call', () => {
  test('without an end is read to 64 KB', async () => {
    const chunk = Buffer.alloc(16_384, 'a')
    let written = 0
    const port = await aServer((_request, answer) => {
      const more = () => {
        while (!answer.destroyed && written < 2 ** 30) {
          written += chunk.length
          if (!answer.write(chunk)) return void answer.once('drain', more)
        }
      }
      more()
    })
    const { status, text } = await get(`http://localhost:${port}/`)
    expect({ status, length: text.length }).toEqual({ status: 200, length: 65_536 })
    expect(written).toBeLessThan(32 * 2 ** 20)
  })

  test('that changes the protocol ends the call', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.write('HTTP/1.1 101 Changed\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'))
    })
    await new Promise<void>((resolve) => {
      server.listen(0, 'localhost', resolve)
    })
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    await expect(get(`http://localhost:${port}/`)).rejects.toThrow('it answered 101')
  })

  test('that breaks off is used as far as it came', async () => {
    const port = await aServer((_request, answer) => {
      answer.writeHead(200, { 'content-length': 1000 }).write('ok\0', () => answer.destroy())
    })
    expect(await get(`http://localhost:${port}/`)).toEqual({
      status: 200,
      text: 'ok',
      retryAfterSeconds: null,
      isCut: true,
    })
  })

  test.concurrent('that never comes is given up after 5 seconds', async () => {
    const port = await aServer(() => undefined)
    const began = performance.now()
    await expect(get(`http://localhost:${port}/`)).rejects.toThrow('no answer within 5 seconds')
    expect(performance.now() - began).toBeLessThan(20_000)
  })

  test.concurrent('that comes byte by byte is given up after 5 seconds', async () => {
    const port = await aServer((_request, answer) => {
      answer.writeHead(200)
      const dripping = setInterval(() => answer.write('a'), 200)
      answer.once('close', () => clearInterval(dripping))
    })
    const began = performance.now()
    expect(await get(`http://localhost:${port}/`)).toMatchObject({
      status: 200,
      text: expect.stringMatching(/^a{5,30}$/),
    })
    expect(performance.now() - began).toBeLessThan(20_000)
  })

  test('that fails is reported with its reason', async () => {
    await expect(get('http://localhost:1/')).rejects.toThrow(/ECONNREFUSED/)
    const nowhere = requestOutbound(
      { method: 'GET', url: 'https://a.example.com/', headers: {}, body: null },
      LOCAL,
      () => Promise.resolve([]),
    )
    await expect(nowhere).rejects.toThrow('a.example.com leads nowhere')
  })
})

// The address is judged again at the call, even when it was allowed when it was saved.
test.each([
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://localhost/',
  'https://169.254.169.254/latest',
  'https://[::ffff:7f00:1]/',
])('an address inside the network is not called: %s', async (url) => {
  await expect(get(url, STRICT)).rejects.toThrow(/is inside the network/)
})

describe('the name of a host', () => {
  // The address from the look-up at the call is judged, and that very address is connected to.
  test.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1'])(
    'that resolves to %s is not called',
    async (address) => {
      let calls = 0
      const port = await aServer((_request, answer) => {
        calls++
        answer.end()
      })
      const call = requestOutbound(
        { method: 'GET', url: `https://gateway.example.com:${port}/`, headers: {}, body: null },
        STRICT,
        async () => [
          { address: '93.184.215.14', family: 4 },
          { address, family: address.includes(':') ? 6 : 4 },
        ],
      )
      await expect(call).rejects.toThrow('gateway.example.com leads inside the network')
      expect(calls).toBe(0)
    },
  )

  test('is resolved once: a second answer is never used', async () => {
    let looked = 0
    const first = await resolveOutbound('gateway.example.com', STRICT, async () => {
      looked++
      return [{ address: looked === 1 ? '93.184.215.14' : '127.0.0.1', family: 4 }]
    })
    expect({ first, looked }).toEqual({ first: [{ address: '93.184.215.14', family: 4 }], looked: 1 })
  })

  test('that the operator allows may resolve to any address', async () => {
    const port = await aServer((_request, answer) => void answer.end('here'))
    const call = requestOutbound(
      { method: 'GET', url: `http://relay.lan:${port}/`, headers: {}, body: null },
      { outboundAllow: ['relay.lan'], outboundCa: null },
      toThisMachine,
    )
    expect(await call).toEqual({ status: 200, text: 'here', retryAfterSeconds: null, isCut: false })
  })
})

describe('the certificate of a host', () => {
  const identity = authority.vouchFor('localhost')

  test('is accepted from an authority that the operator has configured', async () => {
    const port = await aServer((_request, answer) => void answer.end('here'), identity)
    const rules = { outboundAllow: ['localhost'], outboundCa: authority.cert }
    expect(await get(`https://localhost:${port}/`, rules)).toEqual({
      status: 200,
      text: 'here',
      retryAfterSeconds: null,
      isCut: false,
    })
  })

  test('is refused from any other authority', async () => {
    let calls = 0
    const port = await aServer(() => calls++, identity)
    const reason = (setting: string) =>
      `unable to verify the first certificate; if its authority is your own, name it in ${setting}`
    await expect(get(`https://localhost:${port}/`)).rejects.toThrow(reason('OUTBOUND_CA_FILE'))
    const stranger = { outboundAllow: ['localhost'], outboundCa: anAuthority('Other').cert, caSetting: 'OTHER_FILE' }
    await expect(get(`https://localhost:${port}/`, stranger)).rejects.toThrow(reason('OTHER_FILE'))
    expect(calls).toBe(0)
  })

  test('is refused for another name', async () => {
    const port = await aServer((_request, answer) => void answer.end(), authority.vouchFor('other.example.com'))
    const rules = { outboundAllow: ['localhost'], outboundCa: authority.cert }
    await expect(get(`https://localhost:${port}/`, rules)).rejects.toThrow(/altnames/)
  })
})
