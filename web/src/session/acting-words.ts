import type { LiveSession } from '@gatehouse/contract/session.ts'
import type { TFunction } from 'i18next'

/**
 * Who acts for the person of a list of sessions; `null`: it is a session of their own.
 *
 * @param isOwn it is the list of that person
 */
export function actingWords({ administrator }: LiveSession, isOwn: boolean, t: TFunction): string | null {
  if (administrator === null) return null
  return isOwn
    ? t('{{administrator}}, as an administrator who acts for you', { administrator })
    : t('{{administrator}}, as an administrator who acts for the person', { administrator })
}

export const mayChangeWords = (isOwn: boolean, t: TFunction): string =>
  isOwn ? t('May change some things for you') : t('May change some things for the person')

/** For whom the person of a session acts in it; `null`: for nobody. */
export const actsForWords = ({ actsFor }: LiveSession, t: TFunction): string | null =>
  actsFor === null ? null : t('Acts for {{name}}', { name: actsFor })

export const actingSinceWords = (since: string, t: TFunction): string => t('Since {{since}}', { since })
