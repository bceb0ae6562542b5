import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import './alert.css'

const ICONS = { error: CircleAlert, success: CircleCheck, info: Info, warning: TriangleAlert }

type Props = { tone: keyof typeof ICONS; children: ReactNode; ref?: Ref<HTMLDivElement> }

/** Failures and warnings interrupt a screen reader, the rest waits its turn. */
export function Alert({ tone, children, ref }: Props) {
  const Icon = ICONS[tone]
  const role = tone === 'error' || tone === 'warning' ? 'alert' : 'status'
  return (
    <div ref={ref} role={role} tabIndex={-1} className={`alert alert-${tone}`}>
      <Icon size={18} aria-hidden />
      <div className="alert-text">{children}</div>
    </div>
  )
}
