import { showFirstHour } from '@gatehouse/contract/admin/overview/first-hour.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '../../api.ts'
import { useChangeAddress } from '../../ui/use-change-address.ts'

/** Shows the first steps again where the palette has asked for them. */
export function useAskedFirstHour() {
  const changeAddress = useChangeAddress()
  const cache = useQueryClient()
  const isAsked = useLocation({ select: ({ state }) => state.start?.firstHour === true })
  const { mutate, error } = useMutation({
    mutationFn: () => call(showFirstHour, { isShown: true }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['overview'] }),
  })

  useEffect(() => {
    if (!isAsked) return
    changeAddress({ replace: true, state: {} })
    mutate()
  }, [isAsked, changeAddress, mutate])

  return { error }
}
