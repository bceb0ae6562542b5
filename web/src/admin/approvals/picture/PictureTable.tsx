import { amountsText } from '@gatehouse/contract/admin/approvals/finding-words.ts'
import { ALL_REGIONS, REGIONS, type Region } from '@gatehouse/contract/regions.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { findingWords } from '../approval-finding.ts'
import { reachText } from '../approval-role.ts'
import { barAmounts, laneName, type PictureProps, peopleText } from './approval-bar.ts'

/** The facts of the picture, a line for each row. */
export function PictureTable({ picture, place }: PictureProps) {
  const { t } = useTranslation()
  const words = findingWords()
  const regionsText = (codes: readonly string[]) =>
    codes.includes(ALL_REGIONS) ? t('All') : words.list(codes.map((code) => t(REGIONS[code as Region] ?? code)))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone, also by keyboard
    <section className="picture-table" aria-label={t('Table')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Step')}</th>
            <th scope="col">{t('Role')}</th>
            <th scope="col">{t('Action Of Role')}</th>
            <th scope="col">{t('Range')}</th>
            <th scope="col">{t('Never asked')}</th>
            <th scope="col">{t('Regions')}</th>
            <th scope="col">{t('People')}</th>
          </tr>
        </thead>
        <tbody>
          {picture.lanes.flatMap((lane) =>
            lane.bars.map((bar) => (
              <tr key={`${bar._id} ${bar.rangeFrom}`}>
                <td>{laneName(lane)}</td>
                <th scope="row">
                  <Link
                    to="/dashboard/Eroleclient"
                    search={{
                      ...place,
                      clientId: bar.roleClientId,
                      field: 'name',
                      search: bar.role,
                      open: bar.applicationRoleId,
                    }}
                  >
                    {bar.role}
                  </Link>
                  {reachText(bar) && <small>{t('for {{reach}}', { reach: reachText(bar) })}</small>}
                </th>
                <td>{t(bar.action)}</td>
                <td>{barAmounts(bar)}</td>
                <td>{bar.neverAsked.map((part) => amountsText(part, words)).join(', ') || '–'}</td>
                <td>{regionsText(bar.regions)}</td>
                <td>{peopleText(bar)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </section>
  )
}
