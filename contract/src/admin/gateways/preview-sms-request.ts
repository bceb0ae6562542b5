import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { NUMBER_FORMATS, SMS_ENCODINGS, SMS_METHODS } from './sms-configurations.ts'

/** As far as it is filled in. */
const draft = () => field.textOrEmpty(2000)

export const previewSmsRequest = endpoint({
  method: 'POST',
  path: '/api/admin/smsConfigurations/preview',
  access: 'messages:write',
  touches: [],
  summary:
    'The request that a gateway would be sent, from a form that need not be complete or saved; a secret is what is not empty, and shows as a mask. Nothing is sent.',
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
    /** The message of the example. */
    to: draft(),
    text: draft(),
    templateId: draft(),
  }),
  response: z.object({
    /** `null` while the address cannot be called, and then `problem` says why. */
    request: z.nullable(
      z.object({
        method: z.enum(SMS_METHODS),
        url: z.string(),
        headers: z.array(z.object({ name: z.string(), value: z.string() })),
        /** `null`: none. */
        body: z.nullable(z.string()),
        /** For a shell, with a word in the place of each secret. */
        curl: z.string(),
      }),
    ),
    problem: field.nullableText(),
  }),
})
export type SmsRequestPreview = z.output<typeof previewSmsRequest.response>
