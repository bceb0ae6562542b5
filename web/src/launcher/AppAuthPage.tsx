import { appAuth } from '@gatehouse/contract/launch.ts'
import { useSearch } from '@tanstack/react-router'
import { call } from '../api.ts'
import { LaunchNow } from '../session/LaunchNow.tsx'

/** Opens an assigned application by its address; the server adds /pages/login/sso and checks everything (requirement L5). */
export function AppAuthPage() {
  const { RedirectUrl = '', clientIDE, role } = useSearch({ strict: false })
  return (
    <LaunchNow
      isIncomplete={!RedirectUrl}
      ask={async (chosen) => (await call(appAuth, { RedirectUrl, clientIDE: chosen ?? clientIDE, role })).launch}
    />
  )
}
