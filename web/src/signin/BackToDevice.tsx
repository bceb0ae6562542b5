import { useTranslation } from 'react-i18next'

/** What is left to say once a program on the device has its answer. */
export function BackToDevice({ name }: { name: string }) {
  const { t } = useTranslation()
  return <p role="status">{t('Go back to {{name}}. You can close this page.', { name })}</p>
}
