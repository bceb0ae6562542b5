import { type NoticeName, secretsOf, variablesOf } from '@gatehouse/contract/notices.ts'
import { BLANK } from '../outbound/redact-secrets.ts'

/** The values of a message's variables. Values are never parsed as Liquid. */
export type Values = Record<string, string | number>

/** Sample values for checking a template; the values that people see in a preview come from `sampleValues`. */
export function samplesOf(templateName: string): Values {
  return Object.fromEntries(variablesOf(templateName).map(({ name, sample }) => [name, sample]))
}

/** The same values, with codes and links redacted. */
export function blanked(notice: NoticeName, values: Values): Values {
  return { ...values, ...Object.fromEntries(secretsOf(notice).map((name) => [name, BLANK])) }
}
