import type { RequestOutcome } from '@gatehouse/contract/owned-requests.ts'
import type { TFunction } from 'i18next'
import { formatDayAndTime } from '../../i18n/format.ts'

/** What became of a request, in one sentence; empty while it waits and is shown. */
export function outcomeInWords(
  t: TFunction,
  language: string,
  { state, by: name, at }: RequestOutcome,
  isShown: boolean,
): string {
  if (state === 'gone') return t('This request is not kept any more, or its person or application is no longer there.')
  if (state === 'waiting')
    return isShown ? '' : t('This request still waits for a decision, but is no longer in your list.')
  const when = { at: at === null ? '' : formatDayAndTime(new Date(at), language) }
  if (state === 'withdrawn') return t('Whoever asked has withdrawn this request on {{at}}.', when)
  if (state === 'approved')
    return name === ''
      ? t('This request was approved on {{at}}.', when)
      : t('This request was approved by {{name}} on {{at}}.', { name, ...when })
  return name === ''
    ? t('This request was declined on {{at}}.', when)
    : t('This request was declined by {{name}} on {{at}}.', { name, ...when })
}
