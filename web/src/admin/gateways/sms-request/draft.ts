import type { previewSmsRequest } from '@gatehouse/contract/admin/gateways/preview-sms-request.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { SECRET_MASK } from '@gatehouse/contract/fields.ts'
import { phoneDigits } from '@gatehouse/contract/phone.ts'

type Draft = Input<typeof previewSmsRequest>

/** Two alphabets, which gateways are asked for in two ways. */
export const EXAMPLES = {
  plain: 'Your sign-in code is 482913 & valid for 5 minutes.',
  unicode: 'आपका साइन-इन कोड 482913 है।',
}

const SECRETS = ['token', 'passwordValue', 'apiCodeValue'] as const

/** What the server is asked to make a request of: the form as it stands, without the secrets that were typed. */
export function draftOf(values: Record<string, unknown>, text: string): Draft {
  const secrets = Object.fromEntries(SECRETS.map((name) => [name, values[name] ? SECRET_MASK : '']))
  return {
    // The server takes what it knows, and nothing is required.
    ...(values as Draft),
    ...secrets,
    to: phoneDigits(String(values.defaultNo ?? '')) ?? '9876543210',
    text,
    templateId: '1107000000000000001',
  }
}
