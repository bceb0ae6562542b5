import type { DraftPage } from '@gatehouse/contract/admin/approvals/drafts.ts'
import type { DraftComparison } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'

type Props = { comparison: DraftComparison; draft: DraftPage; onClose: () => void }

export const keepsFromPublishing = ({ errors, clashes }: DraftComparison) => errors.length > 0 || clashes > 0

/** What keeps a draft from being published, with the way to where it is mended. */
export function WhyNotPublished({ comparison: { errors, clashes }, draft, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const number = (count: number) => formatNumber(count, i18n.language)
  return (
    <>
      {clashes > 0
        ? t('Changes that clash with what counts now: {{number}}.', { number: number(clashes) })
        : t('New errors keep it from being published: {{number}}.', { number: number(errors.length) })}{' '}
      <Link
        to="/dashboard/approvalVersions"
        search={{ draft: draft._id, view: clashes > 0 ? 'roles' : 'comparison' } as never}
        onClick={onClose}
      >
        {clashes > 0 ? t('Keep or undo them') : t('Mend them in the comparison')}
      </Link>
    </>
  )
}
