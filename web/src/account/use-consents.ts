import { listConsents } from '@gatehouse/contract/oidc.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api.ts'

export const CONSENTS = ['consents']

/** The applications that know the person, with or without consent. */
export function useConsents() {
  return useQuery({ queryKey: CONSENTS, queryFn: () => call(listConsents, {}), staleTime: 0 })
}
