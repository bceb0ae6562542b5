import { LayoutGrid, List } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { AskForAccess } from './AskForAccess.tsx'
import type { Layout } from './use-preferences.ts'

type Props = { layout: Layout; onLayout: (layout: Layout) => void; children: ReactNode }

/** The search, and how the tiles are shown. */
export function LauncherToolbar({ layout, onLayout, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className="launcher-toolbar">
      {children}
      <AskForAccess as="tool" />
      <SegmentedControl
        label={t('Layout')}
        value={layout}
        onChange={onLayout}
        choices={[
          { value: 'grid', label: t('Grid'), icon: <LayoutGrid size={16} aria-hidden /> },
          { value: 'list', label: t('List'), icon: <List size={16} aria-hidden /> },
        ]}
      />
    </div>
  )
}
