import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import './tabs.css'
import { useEntryInSight } from './use-entry-in-sight.ts'

type Tab<Value extends string> = { value: Value; label: string; isDisabled?: boolean; content: ReactNode }

type Props<Value extends string> = {
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Between the tabs and what they show. */
  note?: ReactNode
}

/** Views of one thing, one at a time; what is not shown is not there. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, note }: Props<Value>) {
  const list = useEntryInSight<HTMLDivElement>(value, '[data-active]')
  return (
    <Base.Root
      className="tabs"
      value={value}
      onValueChange={(chosen: Value, { reason }) => {
        // Only a change by the person. The parent decides what to show if the tab cannot be opened.
        if (reason === 'none') onChange(chosen)
      }}
    >
      <Base.List ref={list} className="tabs-list" aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} disabled={tab.isDisabled} className="tabs-tab">
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {note}
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="tabs-panel">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
