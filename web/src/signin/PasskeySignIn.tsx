import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AskedSignIn } from '../factors/ceremony.ts'
import { canUsePasskeys, loadCeremony } from '../factors/load-ceremony.ts'
import { lacksRelatedOrigins } from '../factors/related-origins.ts'
import { useSettings } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'
import { useAction } from '../ui/use-action.ts'
import './passkey-sign-in.css'
import { useFinishSignIn } from './use-finish-sign-in.ts'
import { VerifyFirst } from './VerifyFirst.tsx'

/** A challenge lives for five minutes: before its end the field offers passkeys for another one. */
const RENEW_MS = 4 * 60_000
/** What a person does first on a page, whatever they point or type with. */
const FIRST_USES = ['pointermove', 'pointerdown', 'keydown'] as const

type Props = {
  /** Where it goes, and whether the browser is remembered; asked when a passkey has been chosen. */
  asked: () => AskedSignIn
}

/** Signing in by passkey: in the field for the name or the code, and by a button. Nothing where the browser knows no passkeys, and one sentence where it says that it cannot use those of this portal. */
export function PasskeySignIn({ asked }: Props) {
  const { t } = useTranslation()
  const settings = useSettings()
  if (canUsePasskeys(settings)) return <Offered asked={asked} />
  return lacksRelatedOrigins(settings) ? (
    <p>{t('This browser cannot use passkeys here. Sign in another way, or use another browser.')}</p>
  ) : null
}

function Offered({ asked }: Props) {
  const { t } = useTranslation()
  const finish = useFinishSignIn()
  const [round, setRound] = useState(0)
  /** Why the passkey that was chosen in the field is not accepted. */
  const [refused, setRefused] = useState<unknown>(null)
  const isUsed = useIsUsed()
  const latest = useRef(asked)
  latest.current = asked

  const press = useAction(async () => {
    setRefused(null)
    const { signInByPasskey } = await loadCeremony()
    await finish(await signInByPasskey(latest.current))
  })

  // The field offers nothing while the button is at work: both would use the same passkey. Afterwards it offers again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: offered once in each round
  useEffect(() => {
    if (!isUsed || press.isBusy) return
    let isOver = false
    let stop = () => {}
    async function offer() {
      // Nobody has asked for this yet. People who press the button learn why it fails.
      const ceremony = await loadCeremony().catch(() => null)
      if (ceremony === null || isOver) return
      stop = ceremony.stopOffering
      const next = await ceremony.signInFromField(latest.current, () => !isOver)
      if (next !== null) await finish(next)
    }
    void offer().catch((failure: unknown) => {
      if (isOver) return
      setRefused(failure)
      setRound(round + 1)
    })
    const timer = setTimeout(() => setRound(round + 1), RENEW_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
      stop()
    }
  }, [isUsed, round, press.isBusy])

  const error = press.error ?? refused
  return (
    <div className="passkey-sign-in">
      <p className="passkey-sign-in-or" aria-hidden="true">
        {t('or')}
      </p>
      <FormEnd error={error} wayOut={<VerifyFirst error={error} />}>
        <Button variant="neutral" size="large" isBusy={press.isBusy} onClick={() => void press.run()}>
          <KeyRound size={18} aria-hidden />
          {t('Sign in with a passkey')}
        </Button>
      </FormEnd>
    </div>
  )
}

/** Whether somebody has begun to use the page: one that is only opened asks the server for nothing. */
function useIsUsed(): boolean {
  const [isUsed, setIsUsed] = useState(false)

  useEffect(() => {
    const begun = new AbortController()
    const handleUse = (event: Event) => {
      // Browsers also report a move when the page changes below a pointer that rests.
      if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY) return
      begun.abort()
      setIsUsed(true)
    }
    for (const one of FIRST_USES) window.addEventListener(one, handleUse, { signal: begun.signal, passive: true })
    return () => begun.abort()
  }, [])

  return isUsed
}
