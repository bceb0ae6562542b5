import { type Made, makeMessage, type What } from './make-message.ts'
import { registerRemark } from './registered-text.ts'
import { renderWords, type Words } from './render.ts'
import { blanked } from './values.ts'

export type { What }

/** What a text depends on of the gateway that sends it. */
export type ComposedFor = { channel: 'email' } | { channel: 'sms'; countryCode: string }

export type Composed = Pick<Made, 'rendered' | 'used'> & {
  /** The text that administrators see, with codes and links redacted. */
  shown: Words
  /** Remarks that the attempt shows beside the gateway's answer. */
  remarks: string[]
}

/** @throws Error when there is neither a usable template nor a built-in text */
export async function composeMessage(gateway: ComposedFor, what: What): Promise<Composed> {
  const { notice, values } = what
  const { rendered, used, remark } = await makeMessage(gateway.channel, what)
  const shown = await renderWords(gateway.channel, { ...what, values: blanked(notice, values), template: used })
  const differs = gateway.channel === 'sms' ? await registerRemark(gateway, used, values, rendered.text) : ''
  return { rendered, used, shown, remarks: [remark, differs].filter((one) => one !== '') }
}
