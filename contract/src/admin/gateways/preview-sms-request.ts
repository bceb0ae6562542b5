import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { NUMBER_FORMATS, SMS_ENCODINGS, SMS_METHODS } from './sms-configurations.ts'

/** The form, complete or not. */
const draft = () => field.textOrEmpty(2000)

export const previewSmsRequest = endpoint({
  method: 'POST',
  path: '/api/admin/smsConfigurations/preview',
  access: 'messages:write',
  touches: [],
  summary:
    'Previews the request to a gateway, from a form that may be incomplete or unsaved. Secrets are masked. Nothing is sent.',
  request: z.object({
    url: draft(),
    token: draft(),
    userNameValue: draft(),
    passwordValue: draft(),
    apiCodeValue: draft(),
    senderIdValue: draft(),
    countryCodeValue: draft(),
    entityId: draft(),
    userNameAttribute: draft(),
    passwordAttribute: draft(),
    apiCodeAttribute: draft(),
    senderIdAttribute: draft(),
    countryCodeAttribute: draft(),
    mobileNoAttribute: draft(),
    messageAttribute: draft(),
    entityIdAttribute: draft(),
    templateIdAttribute: draft(),
    unicodeAttribute: draft(),
    unicodeValue: draft(),
    tokenHeader: draft(),
    method: z._default(z.enum(SMS_METHODS), 'POST'),
    encoding: z._default(z.enum(SMS_ENCODINGS), 'form'),
    numberFormat: z._default(z.enum(NUMBER_FORMATS), 'national'),
    constants: z._default(z.array(z.object({ attribute: draft(), value: draft() })), []),
    /** The example message. */
    to: draft(),
    text: draft(),
    templateId: draft(),
  }),
  response: z.object({
    /** `null` if the address cannot be called; `problem` is the reason. */
    request: z.nullable(
      z.object({
        method: z.enum(SMS_METHODS),
        url: z.string(),
        headers: z.array(z.object({ name: z.string(), value: z.string() })),
        /** `null`: none. */
        body: z.nullable(z.string()),
        /** A shell command, with a placeholder for each secret. */
        curl: z.string(),
      }),
    ),
    problem: field.nullableText(),
  }),
})
export type SmsRequestPreview = z.output<typeof previewSmsRequest.response>
