import { DELIVERY_STATES, type DeliveryState, listDeliveries } from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorAlert } from '../../ui/ErrorAlert.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { DeliveryList } from './DeliveryList.tsx'
import { stateWords } from './DeliveryState.tsx'
import { DeliveryView } from './DeliveryView.tsx'
import type { WebhookDialog } from './webhook-row.ts'
import './webhooks.css'
import { FormEnd } from '../../ui/FormEnd.tsx'

const POLL_MS = 3000

/** The deliveries of a webhook, newest first. Each opens to its request and responses. */
export function Deliveries({ row, onClose }: WebhookDialog) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<string | null>(null)
  const [left, setLeft] = useState<string | null>(null)
  const [state, setState] = useState<DeliveryState | 'all'>('all')

  function handleBack() {
    setLeft(opened)
    setOpened(null)
  }

  return (
    <Dialog title={t('Deliveries - {{name}}', { name: row.name })} size="large" onClose={onClose}>
      {opened === null ? (
        <div className="form">
          <div>
            <SegmentedControl
              label={t('Status')}
              value={state}
              onChange={setState}
              choices={[
                { value: 'all', label: t('All') },
                ...DELIVERY_STATES.map((one) => ({ value: one, label: t(stateWords(one)) })),
              ]}
            />
          </div>
          <Loaded webhookId={row._id} state={state} left={left} onOpen={setOpened} />
        </div>
      ) : (
        <div className="form">
          <div>
            <Button variant="link" onClick={handleBack} autoFocus>
              <ChevronLeft size={16} aria-hidden />
              {t('All deliveries')}
            </Button>
          </div>
          <DeliveryView
            key={opened}
            id={opened}
            onSentAgain={(made) => setOpened((now) => (now === opened ? made : now))}
          />
        </div>
      )}
    </Dialog>
  )
}

type Props = {
  webhookId: string
  state: DeliveryState | 'all'
  left: string | null
  onOpen: (id: string) => void
}

function Loaded({ webhookId, state, left, onOpen }: Props) {
  const { t } = useTranslation()
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['webhooks', 'deliveries', webhookId, state],
    queryFn: ({ pageParam }) =>
      call(listDeliveries, {
        webhookId,
        ...(state !== 'all' && { state }),
        ...(pageParam !== null && { before: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ rows, hasMore }) => (hasMore ? rows.at(-1)?._id : undefined),
    staleTime: 0,
    refetchInterval: ({ state: { data: shown } }) =>
      shown?.pages.some(({ rows }) => rows.some((one) => one.state === 'waiting')) ? POLL_MS : false,
  })
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <>
      {isPending && <Spinner size={24} />}
      <ErrorAlert error={error}>
        <Button variant="neutral" onClick={() => void refetch()}>
          {t('Retry')}
        </Button>
      </ErrorAlert>
      {rows?.length === 0 && (
        <p>{state === 'all' ? t('No events have been sent yet. Send a test event to try it.') : t('None.')}</p>
      )}
      {rows && rows.length > 0 && <DeliveryList rows={rows} left={left} onOpen={onOpen} />}
      {hasNextPage && (
        <FormEnd>
          <Button variant="neutral" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('Older')}
          </Button>
        </FormEnd>
      )}
    </>
  )
}
