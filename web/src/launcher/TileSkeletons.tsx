import { useTranslation } from 'react-i18next'
import { usePreferences } from './use-preferences.ts'

const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']

/** Where search and tiles are going to stand, so that nothing moves when they come. */
export function TileSkeletons() {
  const { t } = useTranslation()
  const { layout } = usePreferences()
  return (
    <div className="launcher-tiles" data-layout={layout}>
      <p role="status" className="visually-hidden">
        {t('Loading your applications')}
      </p>
      <div className="launcher-toolbar" aria-hidden="true">
        <div className="skeleton skeleton-search" />
        <div className="skeleton skeleton-layout" />
      </div>
      <div className="tiles" aria-hidden="true">
        {PLACES.map((key) => (
          <div key={key} className="tile">
            <div className="tile-open">
              <span className="tile-logo">
                <span className="skeleton skeleton-logo" />
              </span>
              <span className="tile-words">
                <span className="skeleton skeleton-name" />
                <span className="skeleton skeleton-line" />
              </span>
              <span className="tile-clients">
                <span className="skeleton skeleton-client" />
              </span>
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
