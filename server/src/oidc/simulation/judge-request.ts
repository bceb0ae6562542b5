import { nearestTo } from '@gatehouse/contract/nearest.ts'
import { isRegistered } from '../registered-address.ts'
import type { ApplicationFacts, AskedRequest } from './judge-all.ts'
import { fails, type Judged, passes, warns } from './judged.ts'

export function judgeRedirect(sent: string, { redirectUris: registered, isNative }: ApplicationFacts): Judged {
  if (sent === '') return fails('invalid_request', 'redirect_missing')
  if (registered.includes(sent)) return passes('redirect_registered')
  if (isRegistered(sent, registered, isNative)) return passes('redirect_any_port')
  const nearest = nearestTo(sent, registered)
  return nearest === null
    ? fails('invalid_redirect_uri', 'redirect_none')
    : fails('invalid_redirect_uri', 'redirect_unknown', { nearest })
}

export function judgeResponse(sent: string, { oauthGrants }: ApplicationFacts): Judged {
  if (sent === '') return fails('invalid_request', 'response_missing')
  if (sent !== 'code') return fails('unsupported_response_type', 'response_unsupported', { sent })
  return oauthGrants.includes('authorization_code')
    ? passes('response_code')
    : fails('invalid_request', 'response_not_allowed')
}

/** Judges `response_mode` (OAuth 2.0 Multiple Response Type Encoding Practices §2.1, Form Post Response Mode). */
export function judgeMode(sent: string, { isNative }: ApplicationFacts): Judged | null {
  if (sent === '') return null
  if (sent === 'form_post' && isNative) return fails('invalid_request', 'mode_native')
  return ['query', 'fragment', 'form_post'].includes(sent)
    ? passes('mode_known', { mode: sent })
    : fails('unsupported_response_mode', 'mode_unknown', { sent })
}

export function judgePrompt(sent: string, prompts: string[]): Judged {
  if (prompts.some((prompt) => !['none', 'login', 'consent', 'select_account'].includes(prompt)))
    return fails('invalid_request', 'prompt_unknown', { sent })
  return prompts.includes('none') && prompts.length > 1
    ? fails('invalid_request', 'prompt_none_alone')
    : passes('prompt_fine')
}

export function judgePkce({ codeChallenge, codeChallengeMethod }: AskedRequest, application: ApplicationFacts): Judged {
  const isRequired = application.pkceRequired || application.tokenAuthMethod === 'none'
  if (codeChallenge === '' && codeChallengeMethod === '')
    return isRequired ? fails('invalid_request', 'pkce_missing') : warns('pkce_absent')
  if (codeChallengeMethod !== 'S256') return fails('invalid_request', 'pkce_plain')
  if (codeChallenge === '') return fails('invalid_request', 'pkce_missing')
  return /^[\w.~-]{43,128}$/.test(codeChallenge) ? passes('pkce_right') : fails('invalid_request', 'pkce_malformed')
}

export function judgeAge(sent: string): Judged | null {
  if (sent === '') return null
  const seconds = Number(sent)
  return Number.isSafeInteger(seconds) && seconds >= 0
    ? passes('age_understood', { seconds: sent })
    : fails('invalid_request', 'age_malformed')
}

/** Judges the requested resource (RFC 8707); `null` when there is none. */
export function judgeResource(sent: string, { resource: found, isFirstParty }: ApplicationFacts): Judged | null {
  if (sent === '') return null
  if (!URL.canParse(sent) || new URL(sent).href.includes('#')) return fails('invalid_target', 'resource_malformed')
  if (found === null) return fails('invalid_target', 'resource_unknown')
  return isFirstParty || found.isItself
    ? passes('resource_known', { application: found.name })
    : fails('invalid_target', 'resource_forbidden')
}

export function judgeRedemption({ tokenAuthMethod: method, hasSecret }: ApplicationFacts): Judged {
  if (method === 'none') return passes('redemption_public')
  if (method === 'private_key_jwt') return passes('redemption_key')
  return hasSecret
    ? passes('redemption_secret', { method })
    : fails('invalid_client', 'redemption_without_secret', { method })
}
