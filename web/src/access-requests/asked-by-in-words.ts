import { ACCOUNT_IS_GONE } from '@gatehouse/contract/access-requests.ts'
import type { TFunction } from 'i18next'

/** The name of somebody, or that their account is gone. */
export const nameInWords = (t: TFunction, name: string): string =>
  name === ACCOUNT_IS_GONE ? t('somebody whose account is gone') : name

/** Who has asked in the place of the person, in the words for that person or for others. */
export const askedByInWords = (t: TFunction, requestedBy: string, isOwn: boolean): string => {
  const name = nameInWords(t, requestedBy)
  return isOwn
    ? t('Asked by {{name}}, an administrator who acted for you', { name })
    : t('Asked by {{name}}, an administrator who acted for the person', { name })
}
