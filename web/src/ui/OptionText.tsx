import type { Option } from './Combobox.tsx'

/** An option, with its distinguishing detail below. */
export function OptionText({ label, detail }: Option) {
  return (
    <span className="combobox-item-text">
      {label}
      {detail && <span className="combobox-item-detail">{detail}</span>}
    </span>
  )
}
