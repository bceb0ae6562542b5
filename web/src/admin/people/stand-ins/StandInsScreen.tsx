import { endStandIn, listStandIns, type StandIn } from '@gatehouse/contract/admin/people/stand-ins.ts'
import { STAND_IN_STATES } from '@gatehouse/contract/stand-ins.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScreenTitle } from '../../../session/use-screen-title.ts'
import { useSession } from '../../../session/use-session.ts'
import { EndStandIn } from '../../../stand-ins/EndStandIn.tsx'
import { STATE_WORDS } from '../../../stand-ins/stand-in-words.ts'
import { Button } from '../../../ui/Button.tsx'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'
import '../../engine/admin-screen.css'
import { LinesTable } from '../../engine/lines/LinesTable.tsx'
import { matching, oneOf, pageOf, withoutEmpty } from '../../engine/lines/lines-search.ts'
import { useLines, useLinesSearch } from '../../engine/lines/use-lines.ts'
import { LendAuthority } from './LendAuthority.tsx'
import { MonthPicker } from './MonthPicker.tsx'
import { isMonth, monthOf, timeOf } from './month.ts'
import { useMonthColumns } from './use-month-columns.tsx'
import { useStandInColumns } from './use-stand-in-columns.tsx'

const readSearch = (query: Record<string, unknown>) => ({
  state: oneOf(STAND_IN_STATES, query.state),
  month: matching(query.month, isMonth),
  page: pageOf(query.page),
})

/** Who approves documents for whom: now, later, and in the past year. */
export function StandInsScreen() {
  const { t } = useTranslation()
  const title = useScreenTitle()
  const { permissions } = useSession()
  const { shown, show } = useLinesSearch(readSearch)
  const { page, state, month } = shown
  const loaded = useLines('standIns', listStandIns, {
    page,
    filter: month === '' ? withoutEmpty({ state }) : timeOf(month),
  })
  const lines = useStandInColumns(state === 'past')
  const calendar = useMonthColumns(month)
  const [isLending, setLending] = useState(false)
  const [ending, setEnding] = useState<StandIn | null>(null)
  const mayWrite = permissions.includes('users:write')
  return (
    <div className="console list-page">
      <div className="list-head">
        <h1>{title}</h1>
        {mayWrite && <Button onClick={() => setLending(true)}>{t('Add a stand-in')}</Button>}
      </div>
      <div className="list-card">
        <div className="list-toolbar">
          <SegmentedControl
            label={t('Show')}
            value={month === '' ? state || 'current' : 'month'}
            onChange={(chosen) =>
              show(chosen === 'month' ? { state: '', month: monthOf(new Date()) } : { state: chosen, month: '' })
            }
            choices={[
              ...STAND_IN_STATES.map((one) => ({ value: one as string, label: t(STATE_WORDS[one]) })),
              { value: 'month', label: t('Calendar') },
            ]}
          />
          {month !== '' && <MonthPicker month={month} onShow={show} />}
        </div>
        <LinesTable
          label={title}
          columns={month === '' ? lines : calendar}
          loaded={loaded}
          rowKey={({ _id }) => _id}
          rowName={({ standIn, lender }) => `${standIn.name}, ${lender.name}`}
          page={page}
          onShow={show}
          {...(mayWrite &&
            state !== 'past' && {
              rowMenu: (one: StandIn) =>
                one.state !== 'past' && (
                  <Button
                    variant="link"
                    aria-label={t('End: {{name}}', { name: one.standIn.name })}
                    onClick={() => setEnding(one)}
                  >
                    {t('End')}
                  </Button>
                ),
              menuLabel: t('Action'),
            })}
          empty={
            month === ''
              ? t('There are no such stand-ins. People add their own on their page "My stand-ins".')
              : t('Nobody stands in for anybody in this month.')
          }
        />
      </div>
      {isLending && <LendAuthority onClose={() => setLending(false)} />}
      {ending && <EndStandIn endpoint={endStandIn} standIn={ending} onClose={() => setEnding(null)} />}
    </div>
  )
}
