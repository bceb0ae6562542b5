import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/Button.tsx'
import { leavingFocus } from '../leaving-focus.ts'

/** Keeps its place where there is nothing to clear. */
export function ClearFilters({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <Button variant="quiet" className="list-clear" data-idle={!isNarrowed} onClick={leavingFocus(onClear)}>
      {t('Clear filters')}
    </Button>
  )
}
