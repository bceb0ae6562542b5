import { readJob } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../api.ts'
import { isUnderWay } from './job-words.ts'

export const POLL_MS = 1000

/** A job with a page of its failures, polled while it is running. */
export function useJob(id: string, page: number, onSettled: () => void) {
  const query = useQuery({
    queryKey: ['jobs', id, page],
    queryFn: () => call(readJob, { id, page }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // Polling what was never loaded would take away its failure each time.
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.job) ? POLL_MS : false),
  })
  const latest = useRef(onSettled)
  latest.current = onSettled
  const wasUnderWay = useRef(false)
  const isOpen = query.data ? isUnderWay(query.data.job) : wasUnderWay.current

  useEffect(() => {
    if (wasUnderWay.current && !isOpen) latest.current()
    wasUnderWay.current = isOpen
  }, [isOpen])

  return query
}
