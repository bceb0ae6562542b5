import type { RequestOutcome } from '@gatehouse/contract/owned-requests.ts'
import type { TFunction } from 'i18next'
import { nameInWords } from '../../access-requests/asked-by-in-words.ts'
import { formatDayAndTime } from '../../i18n/format.ts'

/** What became of a request, in one sentence; empty while it waits and is shown. */
export function outcomeInWords(t: TFunction, language: string, outcome: RequestOutcome, isShown: boolean): string {
  const { state, isOwn } = outcome
  if (state === 'gone') return t('This request is not kept any more, or its person or application is no longer there.')
  if (state === 'waiting')
    return isShown ? '' : t('This request still waits for a decision, but is no longer in your list.')
  const at = outcome.at === null ? '' : formatDayAndTime(new Date(outcome.at), language)
  const name = nameInWords(t, outcome.by)
  if (state === 'withdrawn') return withdrawnInWords(t, outcome, name, at)
  if (state === 'approved') {
    if (isOwn) return t('You approved this request on {{at}}.', { at })
    return name === ''
      ? t('This request was approved on {{at}}.', { at })
      : t('This request was approved by {{name}} on {{at}}.', { name, at })
  }
  if (isOwn) return t('You declined this request on {{at}}.', { at })
  return name === ''
    ? t('This request was declined on {{at}}.', { at })
    : t('This request was declined by {{name}} on {{at}}.', { name, at })
}

function withdrawnInWords(t: TFunction, { actedFor: person, isOwn }: RequestOutcome, name: string, at: string): string {
  // The release before does not say for whom.
  if (person)
    return isOwn
      ? t('You withdrew this request on {{at}}, while you acted for {{person}}.', { at, person })
      : t('This request was withdrawn by {{name}}, who acted for {{person}}, on {{at}}.', { name, person, at })
  return name === ''
    ? t('This request was withdrawn on {{at}}.', { at })
    : t('This request was withdrawn by {{name}} on {{at}}.', { name, at })
}
