import { UnsavedQuestion } from './UnsavedQuestion.tsx'
import { useUnsaved } from './use-unsaved.ts'

type Props = {
  hasUnsaved: boolean
  isBusy: boolean
  /** What the form is about, translated. */
  title: string
  /** What is announced when its work ends well after it was left, translated; without it, the work says so itself. */
  success?: string
}

/** Part of a form that stands on a page: asks before what was entered in it is lost. */
export function UnsavedOnPage({ hasUnsaved, isBusy, title, success }: Props) {
  // After the server has stored it, the work may go on to load the page anew. Nothing is lost by leaving then.
  const unsaved = useUnsaved(hasUnsaved, () => undefined, {
    isBusy: isBusy && hasUnsaved,
    title,
    success,
    isPage: true,
  })
  return <UnsavedQuestion unsaved={unsaved} />
}
