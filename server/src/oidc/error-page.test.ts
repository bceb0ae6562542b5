import { describe, expect, test } from 'vitest'
import { authorize, browse, send, someoneWithOidc, useListening } from '../../test/relying-party.ts'

const server = useListening()

const refusal = (text: string) => /<meta name="refusal" content="(\w+)" \/>/.exec(text)?.[1]

describe('an error that cannot be sent to the application is shown on our own page', () => {
  const SCRIPT = '"><script>alert(1)</script>'
  test.each([
    ['of an unknown application', { client_id: SCRIPT }, 'invalid_client'],
    [
      'with the redirect address of another site',
      { redirect_uri: `https://evil.example/?${SCRIPT}` },
      'invalid_redirect_uri',
    ],
    ['without a redirect address', { redirect_uri: undefined }, 'invalid_request'],
    [
      'with form_post to another site',
      { redirect_uri: 'https://e;sandbox', response_mode: 'form_post' },
      'invalid_redirect_uri',
    ],
  ])('a request %s', async (_what, changes, word) => {
    const { visitor, application } = await someoneWithOidc(server)
    const { reply } = await authorize(server, visitor, application, { state: SCRIPT, ...changes })
    expect([reply.status, reply.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(refusal(reply.text)).toBe(word)
    for (const sent of [SCRIPT, 'evil.example', 'alert', application.redirectUrl])
      expect(reply.text).not.toContain(sent)
    // The content policy is that of all our pages: nothing inline, nothing foreign. The page repeats nothing of the
    // request.
    const ours = await send(server, '/healthz')
    expect(reply.headers['content-security-policy']).toBe(ours.headers['content-security-policy'])
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  test('a return of an expired request, or one started in another browser', async () => {
    const { visitor, application } = await someoneWithOidc(server)
    const elsewhere = await authorize(server, server.visitor(), application)
    for (const path of [elsewhere.reply.params.returnTo as string, `/oauth2/authorize/${'A'.repeat(43)}`]) {
      const reply = await browse(server, visitor, path)
      expect([reply.status, refusal(reply.text)]).toEqual([400, 'request_expired'])
    }
  })

  test('a logout to an address that is not registered', async () => {
    const reply = await send(server, `/oauth2/logout?id_token_hint=${encodeURIComponent(SCRIPT)}`)
    expect([reply.status, refusal(reply.text)]).toEqual([400, 'invalid_request'])
    expect(reply.text).not.toContain('alert')
  })
})
