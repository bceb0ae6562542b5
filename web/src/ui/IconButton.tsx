import type { LucideIcon } from 'lucide-react'

type Props = {
  /** Translated. */
  label: string
  icon: LucideIcon
  /** Of the icon, in pixels. */
  size?: number
  isOff: boolean
  onPress: () => void
}

/** A button of an icon alone. It keeps the focus when it can no longer be pressed. */
export function IconButton({ label, icon: Icon, size = 18, isOff, onPress }: Props) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      aria-disabled={isOff || undefined}
      onClick={() => isOff || onPress()}
    >
      <Icon size={size} aria-hidden />
    </button>
  )
}
