import { StatusBadge } from '../../../ui/StatusBadge.tsx'

/** Whether somebody may do more or less than before. */
export function EffectBadges({ gains, loses }: { gains: boolean; loses: boolean }) {
  return (
    <div className="cell-lines">
      {gains && <StatusBadge status="More authority" tone="success" />}
      {loses && <StatusBadge status="Less authority" tone="warning" />}
      {!gains && !loses && <StatusBadge status="Another order" tone="neutral" />}
    </div>
  )
}
