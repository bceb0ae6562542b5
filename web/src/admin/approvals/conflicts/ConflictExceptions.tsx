import {
  type ConflictException,
  type EXCEPTION_STATES,
  listConflictExceptions,
} from '@gatehouse/contract/admin/approvals/conflict-exceptions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { LinesTable } from '../../engine/lines/LinesTable.tsx'
import { useLines } from '../../engine/lines/use-lines.ts'
import { EndException } from './EndException.tsx'
import { useExceptionColumns } from './use-exception-columns.tsx'

type Props = {
  label: string
  state: (typeof EXCEPTION_STATES)[number]
  page: number
  mayWrite: boolean
  onShow: (change: { page: number }) => void
}

/** Who is excepted from which rule, or was. */
export function ConflictExceptions({ label, state, page, mayWrite, onShow }: Props) {
  const { t } = useTranslation()
  const loaded = useLines('conflictExceptions', listConflictExceptions, { page, filter: { state } })
  const columns = useExceptionColumns(state === 'past')
  const [ending, setEnding] = useState<ConflictException | null>(null)
  return (
    <>
      <LinesTable
        label={label}
        columns={columns}
        loaded={loaded}
        rowKey={({ _id }) => _id}
        rowName={({ person, rule }) => `${person.name}, ${rule.name}`}
        page={page}
        onShow={onShow}
        {...(mayWrite &&
          state === 'current' && {
            rowMenu: (one: ConflictException) => (
              <Button
                variant="link"
                aria-label={t('End the exception of {{name}}', { name: one.person.name })}
                onClick={() => setEnding(one)}
              >
                {t('End')}
              </Button>
            ),
            menuLabel: t('Action'),
          })}
        empty={state === 'past' ? t('No exception has ended in the past year.') : t('Nobody is excepted from a rule.')}
      />
      {ending && (
        <EndException
          exception={{ _id: ending._id, person: ending.person.name, rule: ending.rule.name }}
          onClose={() => setEnding(null)}
        />
      )}
    </>
  )
}
