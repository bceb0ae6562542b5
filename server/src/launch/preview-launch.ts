import {
  LAUNCH_PREVIEW_PROBLEMS,
  type LaunchPreview,
  type previewLaunch,
} from '@gatehouse/contract/admin/applications/preview-launch.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import type { Launch } from '@gatehouse/contract/launch.ts'
import { type Access, listAccessToApplication, listAccessToSignIn } from '../access/access.ts'
import { storedLaunchFields } from '../access/launch-field-rules.ts'
import { accessesFor, webOrigin } from '../access/redirects.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { findAccountById, toUserData } from '../identity/users.ts'
import { readDraftDemand, readLaunchDemand } from './launch-demand.ts'
import { launchRequest } from './launch-request.ts'

type Asked = Input<typeof previewLaunch> & { userId: string }
type Draft = NonNullable<Asked['draft']>

/** A placeholder: each launch has a token of its own. */
const TOKEN_WORD = 'LAUNCH_TOKEN'
const EXAMPLE_CLIENT = {
  ...{ id: '018f6f2e-0000-7000-8000-000000000000', actualName: 'Example Client', displayName: 'Example Client' },
  uuid: 'CLIENT-01',
}

/** The request that would open an application for a person, from the stored record or a form; no token is issued. */
export async function previewOf(deps: Deps, asked: Asked): Promise<LaunchPreview> {
  const account = await findAccountById(deps.db, asked.userId)
  if (account === null) throw new AppError('not_found')
  const made = asked.draft === undefined ? await storedAccess(deps, asked) : await draftAccess(deps, asked, asked.draft)
  if ('problem' in made) return { request: null, isExample: false, needs: null, problem: made.problem }
  const launch = launchRequest(deps, toUserData(account), made.access, TOKEN_WORD)
  const { application, client } = made.access
  const whom = {
    userId: account.id,
    applicationId: asked.applicationId,
    clientId: client.id,
    timeZone: deps.config.timeZone,
  }
  const needs = asked.draft
    ? await readDraftDemand(deps.db, whom, asked.draft)
    : await readLaunchDemand(deps.db, account.id, application.id, client.id)
  return { request: sentBy(launch), isExample: made.isExample, needs, problem: null }
}

type Made = { access: Access; isExample: boolean } | { problem: string }

async function storedAccess({ db }: Deps, { applicationId = '', userId, client }: Asked): Promise<Made> {
  const accesses = accessesFor(await listAccessToApplication(db, userId, applicationId), client)
  const [access, ...others] = accesses
  if (access === undefined) return { problem: LAUNCH_PREVIEW_PROBLEMS.closed }
  if (others.length > 0) return { problem: LAUNCH_PREVIEW_PROBLEMS.several }
  return { access, isExample: false }
}

async function draftAccess({ db }: Deps, asked: Asked, draft: Draft): Promise<Made> {
  const { name, redirectUrl, loginUrl, launchMode, launchIdentity, launchFields = [] } = draft
  const opened = launchMode === 'oidc' ? loginUrl : redirectUrl
  if (opened === '')
    return {
      problem: launchMode === 'oidc' ? LAUNCH_PREVIEW_PROBLEMS.noLoginUrl : LAUNCH_PREVIEW_PROBLEMS.noRedirectUrl,
    }
  if (webOrigin(opened) === null) return { problem: LAUNCH_PREVIEW_PROBLEMS.unsafe }
  const accesses = asked.applicationId ? await listAccessToSignIn(db, asked.userId, asked.applicationId) : []
  const [own] = accessesFor(accesses, asked.client)
  const application = {
    ...{ id: '', name, summary: '', logo: '', redirectUrl, allowedUrl: '', logoutUri: '', status: 'ACTIVE' },
    ...{ launchMode, loginUrl, launchIdentity, launchFields: storedLaunchFields(launchFields) },
    // From the stored record: the request shows the id by which the application knows the person.
    ...{ subjectType: own?.application.subjectType ?? 'public', subjectSector: own?.application.subjectSector ?? '' },
    opensWhileActing: false,
    ...(own === undefined ? {} : { id: own.application.id }),
  }
  const client = own?.client ?? EXAMPLE_CLIENT
  return { access: { application, client, role: own?.role ?? 'User' }, isExample: own === undefined }
}

/**
 * The request in the form that a browser sends: form values are encoded like those of an address (URL Standard §5.2).
 */
function sentBy({ method, url, fields }: Launch): LaunchPreview['request'] {
  if (method === 'GET') return { method, url, contentType: null, body: null }
  const body = new URLSearchParams(fields).toString()
  return { method, url, contentType: 'application/x-www-form-urlencoded', body }
}
