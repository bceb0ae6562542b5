import './select-box.css'

type Props = {
  label: string
  isChecked: boolean
  /** Some of the items are selected, but not all. */
  isMixed?: boolean
  isDisabled?: boolean
  onChange: (isChecked: boolean) => void
}

/** The box that selects a row of a table, or all of them. Its label is not shown. */
export function SelectBox({ label, isChecked, isMixed = false, isDisabled = false, onChange }: Props) {
  return (
    <label className="select-box">
      <span className="visually-hidden">{label}</span>
      <input
        ref={(input) => {
          if (input) input.indeterminate = isMixed
        }}
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
