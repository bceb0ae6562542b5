import { type HeldConflict, listHeldConflicts } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { LinesTable } from '../../engine/lines/LinesTable.tsx'
import { useLines } from '../../engine/lines/use-lines.ts'
import { EndException } from './EndException.tsx'
import { ExceptPerson } from './ExceptPerson.tsx'
import { useHeldColumns } from './use-held-columns.tsx'

type Props = { label: string; page: number; mayWrite: boolean; onShow: (change: { page: number }) => void }

/** Who holds, or is lent, roles that a rule of separation of duties keeps apart. */
export function HeldConflicts({ label, page, mayWrite, onShow }: Props) {
  const { t } = useTranslation()
  const loaded = useLines('heldConflicts', listHeldConflicts, { page, filter: {} })
  const columns = useHeldColumns()
  const [chosen, setChosen] = useState<HeldConflict | null>(null)
  const close = () => setChosen(null)
  const actionOf = ({ person, exception }: HeldConflict) =>
    exception === null
      ? { label: t('Except'), name: t('Except {{name}}', { name: person.name }) }
      : { label: t('End'), name: t('End the exception of {{name}}', { name: person.name }) }
  return (
    <>
      <LinesTable
        label={label}
        columns={columns}
        loaded={loaded}
        rowKey={({ rule, person, held }) => `${rule._id} ${person._id} ${held.map(({ client }) => client).join()}`}
        rowName={({ person, rule }) => `${person.name}, ${rule.name}`}
        page={page}
        onShow={onShow}
        {...(mayWrite && {
          rowMenu: (one: HeldConflict) => (
            <Button variant="link" aria-label={actionOf(one).name} onClick={() => setChosen(one)}>
              {actionOf(one).label}
            </Button>
          ),
          menuLabel: t('Action'),
        })}
        empty={t('Nobody holds roles that a rule keeps apart.')}
      />
      {chosen?.exception === null && <ExceptPerson of={chosen} onClose={close} />}
      {chosen?.exception && (
        <EndException
          exception={{ _id: chosen.exception._id, person: chosen.person.name, rule: chosen.rule.name }}
          onClose={close}
        />
      )}
    </>
  )
}
