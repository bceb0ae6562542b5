import { useTranslation } from 'react-i18next'
import type { Entry, Group } from './use-palette.ts'

type Props = {
  id: string
  groups: readonly Group[]
  active: Entry | undefined
  onOpen: (entry: Entry) => void
}

/** The list that the palette's field steers: the focus stays in the field. */
export function PaletteOptions({ id, groups, active, onOpen }: Props) {
  const { t } = useTranslation()
  return (
    <div id={id} role="listbox" aria-label={t('Results')} className="palette-list">
      {groups.map(({ heading, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a list of options
        <div key={heading} role="group" aria-label={heading}>
          <p className="palette-heading" aria-hidden="true">
            {heading}
          </p>
          {entries.map((entry) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div
              key={entry.id}
              id={`${id}-${entry.id}`}
              role="option"
              aria-selected={entry === active}
              className="palette-option"
              onClick={() => onOpen(entry)}
            >
              {entry.name}
              {entry.detail && <span>{t(entry.detail)}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
