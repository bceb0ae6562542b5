import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useAction } from '../../../ui/use-action.ts'

type Props = {
  name: string
  facts: ReactNode
  canChange: boolean
  /** What follows when it is revoked. */
  consequence: string
  /** @throws whatever it failed with */
  onRevoke: () => Promise<void>
  /** Further buttons. */
  children?: ReactNode
}

/** A secret or key: its name, what is known of it, and a button that revokes it after a question. */
export function RevocableRow({ name, facts, canChange, consequence, onRevoke, children }: Props) {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const revoking = useAction(async () => {
    await onRevoke()
    setIsAsking(false)
  })
  return (
    <li className="secret-row">
      <span className="secret-text">
        {name}
        <span className="attached-detail">{facts}</span>
      </span>
      {canChange && (
        <span className="secret-actions">
          {children}
          <Button variant="neutral" onClick={() => setIsAsking(true)}>
            {t('Revoke')}
          </Button>
        </span>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('Revoke {{name}}?', { name })}
          confirmLabel={t('Revoke')}
          tone="danger"
          isBusy={revoking.isBusy}
          error={revoking.error}
          onConfirm={revoking.run}
          onClose={() => setIsAsking(false)}
        >
          <p>{consequence}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
