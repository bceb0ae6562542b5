import { Button } from '../Button.tsx'
import { FormEnd } from '../FormEnd.tsx'
import { CancelButton } from './CancelButton.tsx'
import { useBusyPart } from './work-in-dialog.ts'

type Props = {
  /** Whether the form is being sent, and why it failed. */
  work: { isBusy: boolean; error: unknown }
  /** What the button does, as a verb. */
  label: string
  tone?: 'primary' | 'danger'
}

/** How the form of a WorkDialog ends: what failed, and the buttons that close and send it. */
export function WorkEnd({ work: { isBusy, error }, label, tone = 'primary' }: Props) {
  useBusyPart(isBusy)
  return (
    <FormEnd error={error}>
      <CancelButton />
      <Button variant={tone} type="submit" isBusy={isBusy}>
        {label}
      </Button>
    </FormEnd>
  )
}
