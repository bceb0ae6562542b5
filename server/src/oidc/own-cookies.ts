import type { KoaContextWithOIDC } from 'oidc-provider'
import { webOrigin } from '../access/redirects.ts'
import { COOKIES } from '../http/cookies.ts'

/** The names under which the library uses its cookies. */
export const LIBRARY_COOKIES = {
  // The portal's own cookie: the library reads it, and never sets it.
  session: COOKIES.session,
  interaction: '__Secure-eai_oidc',
  resume: '__Secure-eai_oidc_resume',
}

/** The library never sets the session's cookie, and forms may be posted to the requesting application only. */
export async function keepToOurCookies(ctx: KoaContextWithOIDC, next: () => Promise<void>) {
  // Browsers accept Secure cookies over plain http on localhost, but the library does not.
  ctx.cookies.secure = true
  await next()
  const cookies = [ctx.res.getHeader('set-cookie') ?? []].flat().map(String)
  const kept = cookies.filter((cookie) => !cookie.startsWith(COOKIES.session))
  if (kept.length < cookies.length) {
    ctx.remove('set-cookie')
    if (kept.length > 0) ctx.set('set-cookie', kept)
  }
  const { client, params: { response_mode: mode, redirect_uri: address } = {} } = ctx.oidc ?? {}
  // Only a registered address may become part of the policy.
  const isSent = mode === 'form_post' && typeof address === 'string' && client?.redirectUriAllowed(address)
  const origin = isSent ? webOrigin(address) : null
  if (origin !== null)
    ctx.set(
      'content-security-policy',
      ctx.response.get('content-security-policy').replace("form-action 'self'", `form-action ${origin}`),
    )
}
