import { listOwnActivity } from '@gatehouse/contract/own-activity.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { formatDay } from '../i18n/format.ts'
import { Button } from '../ui/Button.tsx'
import { PartFailure } from '../ui/PartFailure.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { OwnActivityItem } from './OwnActivityItem.tsx'
import './own-activity.css'

/** What happened to one's account, by day, newest first. */
export function OwnActivity() {
  const { t, i18n } = useTranslation()
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['own-activity'],
    queryFn: ({ pageParam: before }) => call(listOwnActivity, before === undefined ? {} : { before }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ lines, hasMore }) => (hasMore ? lines.at(-1)?._id : undefined),
    staleTime: 0,
  })
  const lines = data?.pages.flatMap((page) => page.lines) ?? []
  const days = Map.groupBy(lines, ({ at }) => formatDay(new Date(at), i18n.language))
  return (
    <>
      {isPending && <Spinner size={24} />}
      {data && lines.length === 0 && <p>{t('Nothing has happened yet.')}</p>}
      {[...days].map(([day, ofDay]) => (
        <section key={day} className="own-activity-day">
          <h2>{day}</h2>
          <ul className="own-activity">
            {ofDay.map((line) => (
              <OwnActivityItem key={line._id} line={line} />
            ))}
          </ul>
        </section>
      ))}
      <PartFailure error={error} onRetry={() => void (data ? fetchNextPage() : refetch())} />
      {hasNextPage && !error && (
        <Button variant="neutral" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('Show older')}
        </Button>
      )}
    </>
  )
}
