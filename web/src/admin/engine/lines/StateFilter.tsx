import { useTranslation } from 'react-i18next'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'

type Props<State extends string> = {
  /** The first one is shown when the address names none. */
  states: readonly [State, ...State[]]
  words: Record<State, string>
  value: State | ''
  onShow: (shown: { state: State | '' }) => void
}

/** Chooses which lines are shown by their state. */
export function StateFilter<State extends string>({ states, words, value, onShow }: Props<State>) {
  const { t } = useTranslation()
  const [first] = states
  return (
    <SegmentedControl
      label={t('Status')}
      value={value === '' ? first : value}
      onChange={(chosen) => onShow({ state: chosen === first ? '' : chosen })}
      choices={states.map((state) => ({ value: state, label: t(words[state] as string) }))}
    />
  )
}
