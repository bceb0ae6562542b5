import { fullName } from '@gatehouse/contract/people.ts'
import type { Session } from '@gatehouse/contract/session.ts'
import { useRouter } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { turnOf } from '../handshake.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'

type Props = {
  /** The session of this browser now; `null`: there is none. */
  next: Session | null
  onClose: () => void
}

/**
 * Over a form of somebody whose session this browser no longer has: nothing of it can be saved, and nobody is asked for a
 * password. A sign-in here would end what goes on in the other tab.
 */
export function SessionReplaced({ next, onClose }: Props) {
  const { t } = useTranslation()
  const router = useRouter()
  const session = useSession()
  // Loaded, not routed to: nothing of this page stays.
  const leave = () => void router.navigate({ href: '/dashboard', reloadDocument: true, ignoreBlocker: true })

  return (
    <Dialog title={t('This page can no longer be saved')} onClose={onClose}>
      <div className="form">
        <p>{changeWords(session, next, t)}</p>
        <p>{t('What you entered here cannot be saved. To copy it first, close this message.')}</p>
        <FormEnd error={null}>
          <Button data-first onClick={leave}>
            {t('Leave this page')}
          </Button>
        </FormEnd>
      </div>
    </Dialog>
  )
}

/** What has happened since the page was opened, as far as two sessions tell it. */
function changeWords(before: Session, next: Session | null, t: TFunction): string {
  const turn = turnOf(before, next)
  if (turn === 'acts' && next !== null)
    return t('You now act for {{person}} in another tab.', { person: fullName(next.user) })
  if (turn === 'acted') return t('You no longer act for {{person}}.', { person: fullName(before.user) })
  return t('Someone else has signed in from this browser.')
}
