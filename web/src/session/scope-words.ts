import type { TFunction } from 'i18next'

/** What an application may know and do, by the names that OAuth has for it. */
export function scopeWords(t: TFunction): Record<string, string> {
  return {
    openid: t('your identity on the portal'),
    profile: t('your name and user ID'),
    email: t('your email address'),
    phone: t('your phone number'),
    access: t('your role and permissions there'),
    offline_access: t('all of this, even while you are signed out'),
  }
}
