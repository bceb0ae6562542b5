import type { LiveSession } from '@gatehouse/contract/session.ts'
import type { TFunction } from 'i18next'

/** Who acts for the person of a list of sessions; `null`: it is a session of their own. */
export const actingWords = ({ administrator }: LiveSession, t: TFunction): string | null =>
  administrator === null ? null : t('{{administrator}}, as an administrator who acts for the person', { administrator })

/** For whom the person of a session acts in it; `null`: for nobody. */
export const actsForWords = ({ actsFor }: LiveSession, t: TFunction): string | null =>
  actsFor === null ? null : t('Acts for {{name}}', { name: actsFor })

export const actingSinceWords = (since: string, t: TFunction): string => t('Since {{since}}', { since })
