import type { AccessRequest } from '@gatehouse/contract/access-requests.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { approveOwnedRequest, listOwnedRequestChoices } from '@gatehouse/contract/owned-requests.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { RequestFacts } from '../../access-requests/RequestFacts.tsx'
import { call } from '../../api.ts'
import { bindField } from '../../ui/bind-field.ts'
import { resolverOf } from '../../ui/resolver-of.ts'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { WorkDialog } from '../../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../../ui/unsaved/WorkEnd.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useFailedChoices } from '../../ui/use-failed-choices.tsx'
import { usePlacedError } from '../../ui/use-placed-error.ts'
import { useToasts } from '../../ui/use-toasts.ts'
import { loadAgain } from '../../use-call.ts'

type Props = { request: AccessRequest; onClose: () => void }
type Typed = z.input<typeof approveOwnedRequest.request>

/** For which client, in which role and until when an owner gives what was asked for. */
export function ApproveOwnedRequest({ request, onClose }: Props) {
  const { t } = useTranslation()
  const { _id: requestId, person, client, askedOf, steps } = request
  const isStep = askedOf === 'matrix'
  // What the first step has approved is approved by the next ones, or the request is declined.
  const given = isStep ? (steps?.given ?? null) : null
  const lastDay = given === null ? request.lastDay : given.lastDay
  const form = useForm({
    resolver: resolverOf(approveOwnedRequest.request),
    defaultValues: {
      ...{ requestId, clientId: client?._id ?? '', role: '', lastDay: lastDay ?? '', answer: '' },
    } satisfies Typed,
  })
  const clientId = useWatch({ control: form.control, name: 'clientId' })
  const choices = useQuery({
    queryKey: ['ownedRequests', 'choices', requestId],
    queryFn: () => call(listOwnedRequestChoices, { requestId }),
    staleTime: 0,
  })
  const failed = useFailedChoices(choices.error, () => void choices.refetch())
  const decision = useDecision(onClose)
  const { setValue } = form

  // The only client, and the only role of a client, is chosen.
  const onlyClient = choices.data?.length === 1 ? choices.data[0]?._id : undefined
  const roles = choices.data?.find(({ _id }) => _id === clientId)?.roles
  const onlyRole = roles?.length === 1 ? roles[0] : undefined
  useEffect(() => {
    if (onlyClient !== undefined) setValue('clientId', onlyClient)
  }, [onlyClient, setValue])
  // biome-ignore lint/correctness/useExhaustiveDependencies: at every other client
  useEffect(() => setValue('role', onlyRole ?? ''), [clientId, onlyRole, setValue])
  usePlacedError(form, decision.error, { validUntil: 'lastDay' })

  return (
    <WorkDialog
      hasUnsaved={form.formState.isDirty}
      title={isStep ? t('Approve this step?') : t('Approve the request?')}
      onClose={onClose}
      isBusy={decision.isBusy}
      refusal={decision.error}
    >
      <form className="form" noValidate onSubmit={form.handleSubmit((input) => decision.run(input))}>
        <RequestFacts request={request} />
        <Select
          {...bindField(form, 'clientId')}
          label={t('Client')}
          {...failed}
          hint={
            choices.data?.length === 0
              ? t('There are no roles for this yet. An administrator adds them, or decides.')
              : undefined
          }
          required
        >
          <option value="">{t('Choose')}</option>
          {choices.data?.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </Select>
        <Select {...bindField(form, 'role')} label={t('Role')} required>
          <option value="">{clientId === '' ? t('Choose a client first') : t('Choose')}</option>
          {roles?.map((role) => (
            <option key={role} value={role}>
              {role}
            </option>
          ))}
        </Select>
        <TextField
          {...bindField(form, 'lastDay')}
          label={t('Last day')}
          type="date"
          hint={given === null ? t('Empty: no end.') : t('The steps before have approved this role and last day.')}
          readOnly={given !== null}
        />
        <TextArea
          {...bindField(form, 'answer')}
          label={t('Answer')}
          hint={
            isStep && steps !== null && steps.step < steps.of
              ? t('Whoever approves the next steps reads it, and administrators with the access.')
              : t('{{name}} reads it among their requests, and administrators with the access.', { name: person.name })
          }
          maxLength={500}
        />
        <WorkEnd work={decision} label={t('Approve')} />
      </form>
    </WorkDialog>
  )
}

/** Approves, and says whether access is given. */
function useDecision(onDone: () => void) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  return useAction(async (input: Input<typeof approveOwnedRequest>) => {
    try {
      const { isGranted } = await call(approveOwnedRequest, input)
      toasts.success(
        isGranted ? t(approveOwnedRequest.message) : t('Step approved. The request waits for the next one.'),
      )
    } catch (error) {
      loadAgain(cache, error)
      throw error
    }
    void cache.invalidateQueries()
  }, onDone)
}
