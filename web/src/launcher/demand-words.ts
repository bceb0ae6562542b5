import type { Tile } from '@gatehouse/contract/launch.ts'
import type { TFunction } from 'i18next'

type Lack = Tile['clients'][number]['lacks']

/** What has to be done before an application opens; empty: nothing. */
export function demandWords(lacks: Lack | undefined, t: TFunction): string {
  if (lacks === 'passkey') return t('Needs a passkey')
  if (lacks === 'strong') return t('Needs a passkey or an authenticator app')
  return lacks === 'recent' ? t('Needs a new sign-in') : ''
}
