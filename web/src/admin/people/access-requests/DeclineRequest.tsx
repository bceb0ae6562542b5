import { type AccessRequest, declineAccess } from '@gatehouse/contract/admin/people/access-requests.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { bindField } from '../../../ui/bind-field.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { useCall } from '../../engine/use-call.ts'
import { RequestFacts } from './RequestFacts.tsx'

type Props = { request: AccessRequest; onClose: () => void }

export function DeclineRequest({ request, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: zodResolver(declineAccess.request),
    defaultValues: { requestId: request._id, answer: '' },
  })
  const decision = useCall(declineAccess, onClose)
  return (
    <Dialog title={t('Decline the request?')} onClose={onClose} isBusy={decision.isBusy}>
      <form className="form" noValidate onSubmit={form.handleSubmit((input) => decision.run(input))}>
        <RequestFacts request={request} />
        <TextArea
          {...bindField(form, 'answer')}
          label={t('Answer')}
          hint={t('{{name}} gets a message with it.', { name: request.person.name })}
          maxLength={500}
          required
        />
        <FormEnd error={decision.error}>
          <Button variant="neutral" isIdle={decision.isBusy} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button variant="danger" type="submit" isBusy={decision.isBusy}>
            {t('Decline')}
          </Button>
        </FormEnd>
      </form>
    </Dialog>
  )
}
