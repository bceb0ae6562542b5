import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

const VIEWS = ['rules', 'picture', 'explain'] as const

export type Check = { applicationId: string; clientId: string; view: (typeof VIEWS)[number] }

/** The check of approvals in the address, so that a link, a reload and Back lead to it. `null`: it is closed. */
export function useCheckAddress() {
  const navigate = useNavigate()
  const check = readCheck(useSearch({ strict: false }))

  const change = useCallback(
    (next: Partial<Check> | null) =>
      void navigate({
        to: '.',
        search: ({ checkApplication, checkClient, check, ...rest }: Record<string, unknown>) =>
          next === null ? rest : { ...rest, ...written({ ...empty(checkApplication, checkClient, check), ...next }) },
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )

  return { check, change }
}

const empty = (application: unknown, client: unknown, view: unknown): Check => ({
  applicationId: typeof application === 'string' ? application : '',
  clientId: typeof client === 'string' ? client : '',
  view: VIEWS.find((one) => one === view) ?? 'rules',
})

function readCheck({ checkApplication, checkClient, check }: Record<string, unknown>): Check | null {
  return checkApplication === undefined && check === undefined ? null : empty(checkApplication, checkClient, check)
}

const written = ({ applicationId, clientId, view }: Check) => ({
  check: view,
  ...(applicationId && { checkApplication: applicationId }),
  ...(clientId && { checkClient: clientId }),
})
