import { NOTICES, type NoticeName, variablesOf } from '@gatehouse/contract/notices.ts'
import { BLANK } from '../access/mask-secrets.ts'

/** The values of a message's variables. What a value holds is never parsed. */
export type Values = Record<string, string | number>

/** What a template can be judged with; what people see in its place is made by `sampleValues`. */
export function samplesOf(templateName: string): Values {
  return Object.fromEntries(variablesOf(templateName).map(({ name, sample }) => [name, sample]))
}

/** The same values, with what must not be kept blanked. */
export function blanked(notice: NoticeName, values: Values): Values {
  const { needs } = NOTICES[notice]
  return needs === null ? values : { ...values, [needs]: BLANK }
}
