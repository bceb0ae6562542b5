import { roleBasedOnAapplication } from '@gatehouse/contract/admin/people/users.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api.ts'

/** The roles of an application for a client; none are asked for before both are chosen. */
export const useRolesOfPair = (applicationId: string, clientId: string) =>
  useQuery({
    queryKey: ['roleBasedOnAapplication', applicationId, clientId],
    queryFn: () => call(roleBasedOnAapplication, { applicationId, clientId }),
    enabled: applicationId !== '' && clientId !== '',
  })
