import { useTranslation } from 'react-i18next'

export function TileSkeletons() {
  const { t } = useTranslation()
  return (
    <>
      <p role="status" className="visually-hidden">
        {t('Loading your applications')}
      </p>
      <div className="skeleton skeleton-search" />
      <div className="tiles" aria-hidden="true">
        {['first', 'second', 'third', 'fourth'].map((key) => (
          <div key={key} className="tile">
            <span className="skeleton skeleton-logo" />
            <span className="skeleton skeleton-name" />
            <span className="skeleton skeleton-line" />
          </div>
        ))}
      </div>
    </>
  )
}
