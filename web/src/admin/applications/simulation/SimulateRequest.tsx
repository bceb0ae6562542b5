import type { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { RowOf } from '../../engine/screen.ts'
import { Simulation } from './Simulation.tsx'

type Props = { row: RowOf<typeof applications>; onClose: () => void }

/** The simulation over the list of applications. */
export function SimulateRequest({ row, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('Test this integration - {{name}}', { name: row.name.description })}
      size="large"
      onClose={onClose}
    >
      <Simulation row={row} />
    </Dialog>
  )
}
