import { Button } from '../Button.tsx'
import { FormEnd } from '../FormEnd.tsx'
import { CancelButton } from './CancelButton.tsx'

type Props = {
  /** Whether the form is being sent, and why it failed. */
  work: { isBusy: boolean; error: unknown }
  /** What the button does, as a verb. */
  label: string
  tone?: 'primary' | 'danger'
}

/** How the form of a WorkDialog ends: what failed, and the buttons that close and send it. */
export function WorkEnd({ work: { isBusy, error }, label, tone = 'primary' }: Props) {
  return (
    <FormEnd error={error}>
      <CancelButton isIdle={isBusy} />
      <Button variant={tone} type="submit" isBusy={isBusy}>
        {label}
      </Button>
    </FormEnd>
  )
}
