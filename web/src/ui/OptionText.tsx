import type { Option } from './Combobox.tsx'

/** What can be picked, with what tells it apart below. */
export function OptionText({ label, detail }: Option) {
  return (
    <span className="combobox-item-text">
      {label}
      {detail && <span className="combobox-item-detail">{detail}</span>}
    </span>
  )
}
