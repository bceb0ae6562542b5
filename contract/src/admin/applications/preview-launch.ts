import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { confirmMinutesForm, signInDemandForm } from '../engine/sign-in-demand.ts'
import { LAUNCH_IDENTITIES, LAUNCH_MODES, launchFieldsForm } from './launch-fields.ts'

/** Why there is no request to preview. */
export const LAUNCH_PREVIEW_PROBLEMS = {
  closed: 'This person cannot open the application from the portal.',
  several: 'The person chooses a client first. Select one above.',
  noRedirectUrl: 'Enter the Redirect URL.',
  noLoginUrl: 'Enter the Application Login.',
  unsafe: 'Browsers cannot be redirected to this address.',
} as const

/** The form, complete or not. */
const draft = z.object({
  name: field.textOrEmpty(100),
  redirectUrl: field.textOrEmpty(2000),
  loginUrl: field.textOrEmpty(2000),
  launchMode: z.enum(LAUNCH_MODES),
  launchIdentity: z.enum(LAUNCH_IDENTITIES),
  launchFields: launchFieldsForm(),
  ...signInDemandForm(),
  confirmMinutes: confirmMinutesForm(),
})

export const previewLaunch = endpoint({
  method: 'POST',
  path: '/api/application/previewLaunch',
  access: 'applications:read',
  touches: [],
  summary:
    'Previews the request that opens an application for a person, with a placeholder instead of the launch token. Nothing is issued. For another person than the caller, users:read is needed too.',
  request: z.object({
    applicationId: z.optional(field.id()),
    /** If absent, the caller. */
    userId: z.optional(field.id()),
    /** A client of the person, by its id or its id in other systems. */
    client: field.textOrEmpty(200),
    /** Replaces the stored fields. If the person has no client, an example is used. */
    draft: z.optional(draft),
  }),
  response: z.object({
    /** `null` if the application cannot be opened; `problem` is the reason. */
    request: z.nullable(
      z.object({
        method: z.enum(['GET', 'POST']),
        url: z.string(),
        contentType: field.nullableText(),
        /** `null`: none. */
        body: field.nullableText(),
      }),
    ),
    /**
     * The sign-in without which it does not open for this person, whoever previews it; `null`: any is enough. Of a form, with
     * what it says in place of what is stored.
     */
    needs: z.nullable(
      z.object({
        /** With a passkey or an authenticator app. */
        strong: z.boolean(),
        /** With a passkey; an authenticator app is not enough. */
        passkey: z.boolean(),
        /** At most so old; `null`: of any age. */
        minutes: z.nullable(z.number()),
      }),
    ),
    problem: field.nullableText(),
    /** Client and role are an example. */
    isExample: z.boolean(),
  }),
})
export type LaunchPreview = z.output<typeof previewLaunch.response>
