import { approvalsNeeded, PARALLEL_NUMBERS, type Routing } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import { useTranslation } from 'react-i18next'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import { Select } from '../../../ui/Select.tsx'
import { parallelChoiceOf, parallelChoices } from './routing-words.ts'

type Props = { value: Routing['parallel']; onChange: (parallel: Routing['parallel']) => void }

/** How many of the roles with one sequence approve: all, one, or a number. */
export function ParallelInput({ value, onChange }: Props) {
  const { t } = useTranslation()
  const choice = parallelChoiceOf(value)
  return (
    <>
      <RadioGroup
        label={t('Of roles with the same sequence')}
        value={choice}
        onChange={(wanted) => onChange(wanted === 'some-of' ? PARALLEL_NUMBERS[0] : wanted)}
        choices={parallelChoices()}
      />
      {choice === 'some-of' && (
        <Select
          label={t('How many of them')}
          hint={t('Where their actions differ, all of them approve: a release is no approval.')}
          value={value}
          onChange={(event) => onChange(event.target.value as Routing['parallel'])}
        >
          {PARALLEL_NUMBERS.map((number) => (
            <option key={number} value={number}>
              {approvalsNeeded(number, 0)}
            </option>
          ))}
        </Select>
      )}
    </>
  )
}
