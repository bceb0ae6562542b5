import type { KoaContextWithOIDC } from 'oidc-provider'
import { webOrigin } from '../access/redirects.ts'

/** By what names the library has them. */
export const COOKIES = {
  // The portal's own: it is read here, and set nowhere but there.
  session: '__Host-eai_sid',
  interaction: '__Secure-eai_oidc',
  resume: '__Secure-eai_oidc_resume',
}

/** The session's cookie is set by the portal alone, and a form is sent to nobody but the application that asked. */
export async function keepToOurCookies(ctx: KoaContextWithOIDC, next: () => Promise<void>) {
  // Browsers accept Secure cookies over plain http on localhost; the library does not know.
  ctx.cookies.secure = true
  await next()
  const cookies = [ctx.res.getHeader('set-cookie') ?? []].flat().map(String)
  const kept = cookies.filter((cookie) => !cookie.startsWith(COOKIES.session))
  if (kept.length < cookies.length) {
    ctx.remove('set-cookie')
    if (kept.length > 0) ctx.set('set-cookie', kept)
  }
  const { client, params: { response_mode: mode, redirect_uri: address } = {} } = ctx.oidc ?? {}
  // Registered ones alone: what else is sent is no part of a policy.
  const isSent = mode === 'form_post' && typeof address === 'string' && client?.redirectUriAllowed(address)
  const origin = isSent ? webOrigin(address) : null
  if (origin !== null)
    ctx.set(
      'content-security-policy',
      ctx.response.get('content-security-policy').replace("form-action 'self'", `form-action ${origin}`),
    )
}
