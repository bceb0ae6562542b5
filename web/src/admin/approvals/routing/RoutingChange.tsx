import type { DraftComparison } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import { useTranslation } from 'react-i18next'
import { isSamePart, ROUTING_PARTS, routingText } from './routing-words.ts'

type Props = NonNullable<DraftComparison['routing']>

/** What is different about a routing, and which roles notice it. */
export function RoutingChange({ before, after, fewer, more }: Props) {
  const { t, i18n } = useTranslation()
  const parts = ROUTING_PARTS.filter((part) => !isSamePart(before, after, part))
  const list = (roles: string[]) => new Intl.ListFormat(i18n.language).format(roles)
  return (
    <dl className="draft-routings">
      <dt>{t('Routing until now')}</dt>
      <dd>{routingText(before, parts)}</dd>
      <dt>{t('Routing in the draft')}</dt>
      <dd>{routingText(after, parts)}</dd>
      {fewer.length > 0 && (
        <>
          <dt>{t('Asked about fewer documents')}</dt>
          <dd>{list(fewer)}</dd>
        </>
      )}
      {more.length > 0 && (
        <>
          <dt>{t('Asked about more documents')}</dt>
          <dd>{list(more)}</dd>
        </>
      )}
    </dl>
  )
}
