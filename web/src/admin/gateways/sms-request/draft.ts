import type { previewSmsRequest } from '@gatehouse/contract/admin/gateways/preview-sms-request.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { SECRET_MASK } from '@gatehouse/contract/fields.ts'
import { phoneDigits } from '@gatehouse/contract/phone.ts'

type Draft = Input<typeof previewSmsRequest>

/** Example texts of both encodings, because the requests differ. */
export const EXAMPLES = {
  plain: 'Your sign-in code is 482913 & valid for 5 minutes.',
  unicode: 'आपका साइन-इन कोड 482913 है।',
}

const SECRETS = ['token', 'passwordValue', 'apiCodeValue'] as const

/** The form for the preview call, with masks instead of secrets. */
export function draftOf(values: Record<string, unknown>, text: string): Draft {
  const secrets = Object.fromEntries(SECRETS.map((name) => [name, values[name] ? SECRET_MASK : '']))
  return {
    // The call ignores unknown fields and requires none.
    ...(values as Draft),
    ...secrets,
    to: phoneDigits(String(values.defaultNo ?? '')) ?? '9876543210',
    text,
    templateId: '1107000000000000001',
  }
}
