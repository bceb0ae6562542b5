import type { AccessRequest } from '@gatehouse/contract/access-requests.ts'
import { declineOwnedRequest } from '@gatehouse/contract/owned-requests.ts'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { bindField } from '../ui/bind-field.ts'
import { resolverOf } from '../ui/resolver-of.ts'
import { TextArea } from '../ui/TextArea.tsx'
import { WorkDialog } from '../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../ui/unsaved/WorkEnd.tsx'
import { RequestFacts } from './RequestFacts.tsx'

type Props = {
  request: AccessRequest
  /** Of the console or of an owner: both send the same. */
  decision: {
    run: (input: { requestId: string; answer: string }) => Promise<void>
    isBusy: boolean
    error: unknown
  }
  onClose: () => void
}

/** Declines a request, with an answer. */
export function DeclineForm({ request, decision, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: resolverOf(declineOwnedRequest.request),
    defaultValues: { requestId: request._id, answer: '' },
  })
  return (
    <WorkDialog
      hasUnsaved={form.formState.isDirty}
      title={t('Decline the request?')}
      onClose={onClose}
      isBusy={decision.isBusy}
      refusal={decision.error}
    >
      <form className="form" noValidate onSubmit={form.handleSubmit((input) => decision.run(input))}>
        <RequestFacts request={request} />
        <TextArea
          {...bindField(form, 'answer')}
          label={t('Answer')}
          hint={t(
            '{{name}} reads it beside the request, and gets a message with it unless they have put such messages off.',
            { name: request.person.name },
          )}
          maxLength={500}
          required
        />
        <WorkEnd work={decision} label={t('Decline')} tone="danger" />
      </form>
    </WorkDialog>
  )
}
