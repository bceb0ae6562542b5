import { previewSmsRequest, type SmsRequestPreview } from '@gatehouse/contract/admin/gateways/preview-sms-request.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { SECRET_MASK } from '@gatehouse/contract/fields.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { route } from '../../http/route.ts'
import { type SmsRequest, type SmsSettings, smsRequest } from '../../notifications/sms-request.ts'
import { outboundUrlProblem } from '../../outbound/address-rules.ts'
import { smsAttributesOf } from './sms-options.ts'

type Draft = Input<typeof previewSmsRequest>

/** A real message has its own id. */
const EXAMPLE_ID = '018f6f2e-0000-7000-8000-000000000000'

export function serveSmsRequestPreview(app: FastifyInstance, { config }: Deps) {
  route(app, previewSmsRequest, async ({ input }) => previewOf(input, config))
}

/** The request for the settings of a form. Secrets are masks, and placeholders in the shell command. */
function previewOf(draft: Draft, { outboundAllow }: Pick<Config, 'outboundAllow'>): SmsRequestPreview {
  const problem = outboundUrlProblem(draft.url, outboundAllow)
  if (problem !== null) return { request: null, problem: draft.url === '' ? null : problem }
  const sms = { to: draft.to, text: draft.text, registeredId: draft.templateId }
  const { method, url, headers, body } = smsRequest(settingsOf(draft, masked), sms, EXAMPLE_ID)
  const shown = Object.entries(headers).map(([name, value]) => ({ name, value }))
  const curl = curlFor(smsRequest(settingsOf(draft, named), sms, EXAMPLE_ID))
  return { request: { method, url, headers: shown, body, curl }, problem: null }
}

/** The mask of a secret that is set. */
type Shown = (name: 'PASSWORD' | 'TOKEN' | 'API_CODE') => string
const masked: Shown = () => SECRET_MASK
const named: Shown = (name) => name

function settingsOf(draft: Draft, show: Shown): SmsSettings {
  const { method, encoding, tokenHeader, entityIdAttribute, templateIdAttribute, numberFormat, constants } = draft
  const { token, passwordValue, apiCodeValue } = draft
  return {
    url: draft.url,
    userName: draft.userNameValue,
    senderId: draft.senderIdValue,
    countryCode: draft.countryCodeValue,
    entityId: draft.entityId,
    token: token === '' ? '' : show('TOKEN'),
    password: passwordValue === '' ? '' : show('PASSWORD'),
    apiCode: apiCodeValue === '' ? '' : show('API_CODE'),
    attributes: smsAttributesOf(draft),
    options: {
      ...{ method, encoding, tokenHeader, entityIdAttribute, templateIdAttribute, numberFormat, constants },
      unicode: { attribute: draft.unicodeAttribute, value: draft.unicodeValue },
      success: { rule: 'status' },
    },
  }
}

function curlFor({ method, url, headers, body }: SmsRequest): string {
  const parts = [
    `curl -X ${method} ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${quoted(body)}`]),
  ]
  return parts.join(' \\\n  ')
}

/** Quotes a text for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
