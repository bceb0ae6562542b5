import { useTranslation } from 'react-i18next'

/** Says why it takes longer while the browser does a proof of work. The region is there before, so that its text is read out. */
export function Working({ isWorking }: { isWorking: boolean }) {
  const { t } = useTranslation()
  return (
    <p role="status" className={isWorking ? 'field-hint' : 'visually-hidden'}>
      {isWorking &&
        t('There are unusually many requests, so your browser does a short check. This takes a few seconds.')}
    </p>
  )
}
