import { type RequestableApplication, requestAccess } from '@gatehouse/contract/access-requests.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { NOBODY_DECIDES } from '../activity/request-words.ts'
import { call } from '../api.ts'
import { announce } from '../ui/announcements.ts'
import { bindField } from '../ui/bind-field.ts'
import { resolverOf } from '../ui/resolver-of.ts'
import { Select } from '../ui/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { WorkDialog } from '../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../ui/unsaved/WorkEnd.tsx'
import { useAction } from '../ui/use-action.ts'
import { useIsLeft } from '../ui/use-is-left.ts'
import { usePlacedError } from '../ui/use-placed-error.ts'
import { useToasts } from '../ui/use-toasts.ts'
import { SentToNobody } from './SentToNobody.tsx'

/** English: who decides about a request for a client, where it is not the owners alone. */
const RULE_HINTS = {
  contacts: 'Its contacts decide. Where there is none who may, the owners of the application or administrators do.',
  matrix:
    'Approvers of this client decide, in one or more steps. Where there is none who may, the owners of the application or administrators do.',
}

type Props = { application: RequestableApplication; onClose: () => void }
type Typed = z.input<typeof requestAccess.request>

/** For which client, what for, and until when somebody asks for an application. */
export function RequestAccess({ application: { _id: applicationId, name, clients, requestRule }, onClose }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  const isLeft = useIsLeft()
  const [isSentToNobody, setSentToNobody] = useState(false)
  const [only] = clients.length === 1 ? clients : []
  const form = useForm({
    resolver: resolverOf(requestAccess.request),
    defaultValues: { applicationId, clientId: only?._id ?? null, reason: '', lastDay: '' } satisfies Typed,
  })
  const submit = useAction(
    async (asked: z.output<typeof requestAccess.request>) => {
      const { lacksDecider } = await call(requestAccess, asked)
      void cache.invalidateQueries()
      if (!lacksDecider) toasts.success(t(requestAccess.message))
      else if (isLeft.current) announce({ text: t(NOBODY_DECIDES), isFailure: false })
      return lacksDecider
    },
    (lacksDecider) => (lacksDecider ? setSentToNobody(true) : onClose()),
  )
  usePlacedError(form, submit.error)
  return (
    <WorkDialog
      hasUnsaved={form.formState.isDirty && !isSentToNobody}
      title={isSentToNobody ? t(requestAccess.message) : t('Ask for access to {{name}}', { name })}
      onClose={onClose}
      isBusy={submit.isBusy}
    >
      {isSentToNobody ? (
        <SentToNobody onClose={onClose} />
      ) : (
        <form className="form" noValidate onSubmit={form.handleSubmit(submit.run)}>
          {clients.length === 0 && <p>{t('Whoever decides also chooses the client.')}</p>}
          {clients.length > 0 && (
            <Select
              {...bindField(form, 'clientId')}
              {...form.register('clientId', { setValueAs: (chosen: string | null) => chosen || null })}
              label={t('Client')}
              hint={requestRule === 'owners' ? undefined : t(RULE_HINTS[requestRule])}
            >
              <option value="">{t('Whichever is chosen with the decision')}</option>
              {clients.map((client) => (
                <option key={client._id} value={client._id}>
                  {client.name}
                </option>
              ))}
            </Select>
          )}
          <TextArea
            {...bindField(form, 'reason')}
            label={t('What do you need it for?')}
            maxLength={500}
            required
            data-first
          />
          <TextField {...bindField(form, 'lastDay')} label={t('Last day')} type="date" hint={t('Empty: no end.')} />
          <WorkEnd work={submit} label={t('Send the request')} />
        </form>
      )}
    </WorkDialog>
  )
}
