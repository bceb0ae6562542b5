import type { Grant } from '@gatehouse/contract/admin/approvals/explain.ts'
import i18next from 'i18next'
import { formatDay } from '../../../i18n/format.ts'

/** Who gave something, and when; only the day where nobody can be named. */
export function grantWords({ by, at }: Grant): string {
  const { t, language } = i18next
  const day = formatDay(new Date(at), language)
  return by === '' ? t('given on {{day}}', { day }) : t('given by {{name}} on {{day}}', { name: by, day })
}

/** The same of a part of the approvals, which counts since it was published. */
export function publishedWords({ by, at }: Grant): string {
  const { t, language } = i18next
  const day = formatDay(new Date(at), language)
  return by === '' ? t('published on {{day}}', { day }) : t('published by {{name}} on {{day}}', { name: by, day })
}
