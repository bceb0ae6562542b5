import { NOTICES, type NoticeName, variablesOf } from '@gatehouse/contract/notices.ts'
import { BLANK } from '../access/mask-secrets.ts'
import type { Config } from '../config.ts'

/** The values of a message's variables. What a value holds is never parsed. */
export type Values = Record<string, string | number>

/** @param own of the portal, where the samples would be of another one */
export function samplesOf(templateName: string, own?: Pick<Config, 'brand' | 'publicUrl'>): Values {
  const samples = Object.fromEntries(variablesOf(templateName).map(({ name, sample }) => [name, sample]))
  return own === undefined ? samples : { ...samples, brand: own.brand, portal: own.publicUrl.origin }
}

/** The same values, with what must not be kept blanked. */
export function blanked(notice: NoticeName, values: Values): Values {
  const { needs } = NOTICES[notice]
  return needs === null ? values : { ...values, [needs]: BLANK }
}
