import { type applications, SECRET_SOON_DAYS } from '@gatehouse/contract/admin/applications/applications.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import sql, { empty, raw } from 'sql-template-tag'
import { closeToActings } from '../../access/acting-tokens.ts'
import { hasSecret } from '../../access/application-credentials.ts'
import { brandingColumn, storedBranding } from '../../access/branding.ts'
import type { LaunchFieldRules } from '../../access/launch-field-rules.ts'
import { readLaunchFields, storedLaunchFields } from '../../access/launch-field-rules.ts'
import { revokeTokens } from '../../access/revoke.ts'
import { textColumn } from '../engine/list.ts'
import { lockOwners, ownersOf } from '../engine/owners.ts'
import { usesOfPair } from '../engine/pair-uses.ts'
import { demandColumns, demandSelect, judgeDemand } from '../engine/sign-in-demand.ts'
import type { Store, StoreNeeds } from '../engine/store.ts'
import { countEachUse, namesOf, tableStore } from '../engine/table-store.ts'
import { requirePicture } from '../engine/uploads.ts'
import { judgeActingRule } from './acting-rule.ts'
import { requireOwnAddress } from './own-address.ts'
import { setApplicationOwners } from './owners.ts'
import { judgeRequestRule, REQUEST_PAGE, requireRequestPage } from './request-rule.ts'
import { requireFitting, requireSafeAddresses } from './settings.ts'

type Row = Output<typeof applications.create>
type Query = Input<typeof applications.list>
type Form = Input<typeof applications.create>
type Changes = Input<typeof applications.update>

const SOON = `between now() and now() + interval '${SECRET_SOON_DAYS} days'`

/** Whether a secret of the application `t` expires soon. */
export const SECRET_ENDS_SOON = raw(`(t.secret_hash is not null and t.secret_expires_at ${SOON}
  or exists (select 1 from application_secrets x where x.application_id = t.id and x.expires_at ${SOON}))`)

type Needs = Pick<StoreNeeds, 'config'>

const storeOf = (needs: Needs) =>
  tableStore<Row, Query, Form, Changes>({
    table: 'applications',
    nameOf: ({ name }) => name.description,
    source: {
      from: `applications t
      left join users creator on creator.id = t.created_by left join users editor on editor.id = t.updated_by`,
      select: {
        name: `json_build_object('description', t.name, 'summary', t.summary, 'applicationLogo', t.logo,
        'applicationType', t.application_type)`,
        applicationSecret: `json_build_object('applicationLogin', t.login_url, 'applicationLogoutUri', t.logout_uri,
        'GrantTypes', t.grant_types)`,
        tileGroup: 't.tile_group',
        applicationAllowedUrl: 't.allowed_url',
        applicationRedirectUrl: 't.redirect_url',
        authenticationType: 't.authentication_type',
        launchMode: 't.launch_mode',
        launchIdentity: 't.launch_identity',
        launchFields: 't.launch_fields',
        redirectUris: 't.redirect_uris',
        postLogoutRedirectUris: 't.post_logout_redirect_uris',
        backchannelLogoutUri: 't.backchannel_logout_uri',
        tokenAuthMethod: 't.token_auth_method',
        jwks: 't.jwks',
        jwksUri: 't.jwks_uri',
        oauthGrants: 't.oauth_grants',
        idTokenAlg: 't.id_token_alg',
        accessTokenFormat: 't.access_token_format',
        subjectType: 't.subject_type',
        subjectSector: 't.subject_sector',
        pkceRequired: 't.pkce_required',
        allowedScopes: 't.allowed_scopes',
        claimsInIdToken: 't.claims_in_id_token',
        groupsClaim: 't.groups_claim',
        rolesClaim: 't.roles_claim',
        isFirstParty: 't.is_first_party',
        isRequestable: 't.is_requestable',
        requestRule: 't.request_rule',
        requestPageId: 't.request_page_id',
        requestPage: REQUEST_PAGE,
        owners: ownersOf('application_owners'),
        ...demandSelect(needs),
        confirmMinutes: 't.confirm_minutes',
        opensWhileActing: 't.opens_while_acting',
        branding: brandingColumn('t'),
        hasSecret: hasSecret('t'),
        status: 't.status',
        createdBy: `coalesce(creator.email, '')`,
        updatedBy: `coalesce(editor.email, '')`,
      },
      columns: {
        description: textColumn('t.name'),
        applicationType: textColumn('t.application_type'),
        GrantTypes: textColumn('t.grant_types'),
        authenticationType: textColumn('t.authentication_type'),
        status: textColumn('t.status'),
      },
    },
    toColumns: ({ name, applicationSecret, ...rest }) => ({
      name: name.description,
      summary: name.summary,
      logo: name.applicationLogo,
      application_type: name.applicationType,
      login_url: applicationSecret.applicationLogin,
      logout_uri: applicationSecret.applicationLogoutUri,
      grant_types: applicationSecret.GrantTypes,
      tile_group: rest.tileGroup,
      allowed_url: rest.applicationAllowedUrl,
      redirect_url: rest.applicationRedirectUrl,
      authentication_type: rest.authenticationType,
      launch_mode: rest.launchMode,
      launch_identity: rest.launchIdentity,
      launch_fields: rest.launchFields && JSON.stringify(storedLaunchFields(rest.launchFields)),
      redirect_uris: rest.redirectUris,
      post_logout_redirect_uris: rest.postLogoutRedirectUris,
      backchannel_logout_uri: rest.backchannelLogoutUri,
      token_auth_method: rest.tokenAuthMethod,
      jwks: rest.jwks,
      jwks_uri: rest.jwksUri,
      oauth_grants: rest.oauthGrants,
      id_token_alg: rest.idTokenAlg,
      access_token_format: rest.accessTokenFormat,
      subject_type: rest.subjectType,
      subject_sector: rest.subjectSector,
      pkce_required: rest.pkceRequired,
      allowed_scopes: rest.allowedScopes,
      claims_in_id_token: rest.claimsInIdToken,
      groups_claim: rest.groupsClaim,
      roles_claim: rest.rolesClaim,
      is_first_party: rest.isFirstParty,
      is_requestable: rest.isRequestable,
      request_rule: rest.requestRule,
      request_page_id: rest.requestPageId,
      ...demandColumns(needs, rest),
      confirm_minutes: rest.confirmMinutes,
      opens_while_acting: rest.opensWhileActing,
      branding: rest.branding && storedBranding(rest.branding),
      status: rest.status,
    }),
    filter: ({ id, secretEndsSoon }) => sql`${id === undefined ? empty : sql`and t.id = ${id}`}
    ${secretEndsSoon ? sql`and ${SECRET_ENDS_SOON}` : empty}`,
    uses: (db, id) =>
      countEachUse(db, [
        ...usesOfPair('application_id', id),
        ['pages', 'blocks', namesOf('pages', 'name', 'application_id', id)],
        ['rules of separation of duties', 'leaves', namesOf('role_conflicts', 'name', 'application_id', id)],
        [
          'self-registrations',
          'detaches',
          sql`select c.display_name as name from self_registrations s join clients c on c.id = s.client_id
            where s.application_id = ${id}`,
        ],
      ]),
  })

/** The record as lists show it. */
const shown = (row: Row): Row => ({
  ...row,
  // The column is never null.
  launchFields: readLaunchFields(row.launchFields as unknown as LaunchFieldRules),
})

/** Applications. A deactivated or deleted one loses its live grants and tokens immediately (requirement C11). */
export function applicationsStore(needs: Needs): Store<Row, Form, Changes> {
  const store = storeOf(needs)
  const { outboundAllow } = needs.config
  return {
    ...store,
    listPage: async (db, query, person) => {
      const page = await store.listPage(db, query, person)
      return { ...page, rows: page.rows.map(shown) }
    },
    listAll: async (db, query, person) => (await store.listAll(db, query, person)).map(shown),
    find: async (db, id) => {
      const row = await store.find(db, id)
      return row && shown(row)
    },
    create: async (tx, id, form, by) => {
      requireSafeAddresses(form, outboundAllow)
      await requirePicture(tx, form.name.applicationLogo)
      judgeRequestRule(by, { requestRule: 'owners', requestPageId: null }, form)
      judgeActingRule(by, false, form.opensWhileActing)
      await store.create(tx, id, withoutSecret(form), by)
      await requireOwnAddress(tx, by, id)
      await setApplicationOwners(tx, by, id, form.owners)
      // A new application has no pages yet.
      await requireRequestPage(tx, id, { requestPageId: form.requestPageId ?? undefined })
      await requireFitting(tx, id)
    },
    lockPeople: (tx, id, changes) => lockOwners(tx, 'application_owners', id, changes?.owners),
    update: async (tx, id, changes, by) => {
      requireSafeAddresses(changes, outboundAllow)
      await requirePicture(tx, changes.name.applicationLogo)
      await store.update(tx, id, changes, by)
      await setApplicationOwners(tx, by, id, changes.owners)
      await requireRequestPage(tx, id, changes)
      await requireFitting(tx, id)
      if (changes.status !== undefined && changes.status !== 'ACTIVE') await revokeTokens(tx, { applicationId: id })
    },
    judgeUpdate: async (tx, updated) => {
      // Two that share one since before this rule stay as they are.
      if (updated.before.applicationAllowedUrl !== updated.after.applicationAllowedUrl)
        await requireOwnAddress(tx, updated.by, updated.after._id)
      judgeRequestRule(updated.by, updated.before, updated.after)
      judgeActingRule(updated.by, updated.before.opensWhileActing, updated.after.opensWhileActing)
      if (updated.before.opensWhileActing && !updated.after.opensWhileActing)
        await closeToActings(tx, updated.after._id)
      // From now on each person is asked for consent, so what was given without it ends.
      if (updated.before.isFirstParty && !updated.after.isFirstParty)
        await revokeTokens(tx, { applicationId: updated.after._id })
      await judgeDemand(tx, updated, { applicationId: updated.after._id })
    },
    restore: async (tx, id, by, deletedAt) => {
      await requireOwnAddress(tx, by, id)
      await store.restore(tx, id, by, deletedAt)
    },
    remove: async (tx, id) => {
      await revokeTokens(tx, { applicationId: id })
      // A restored application must not be open to registration until an administrator opens it again.
      await tx.execute(sql`delete from self_registrations where application_id = ${id}`)
    },
  }
}

/** A new native application is a public client. */
function withoutSecret(form: Form): Form {
  const { name, tokenAuthMethod = name.applicationType === 'Native' ? 'none' : undefined } = form
  return tokenAuthMethod === undefined ? form : { ...form, tokenAuthMethod }
}
