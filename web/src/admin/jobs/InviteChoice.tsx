import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../ui/Checkbox.tsx'

type Props = { isChosen: boolean; onChoose: (isChosen: boolean) => void }

/** Whether new people of an import get an invitation. */
export function InviteChoice({ isChosen, onChoose }: Props) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="invite-choice">
      <Checkbox
        label={t('Send an invitation to new people')}
        checked={isChosen}
        aria-describedby={id}
        onChange={({ target }) => onChoose(target.checked)}
      />
      <p id={id}>
        {isChosen
          ? t('Each new active person gets an email with a link to choose a password.')
          : t('New people get no message. They choose a password with “Forgot password?”, or you invite them later.')}
      </p>
    </div>
  )
}
