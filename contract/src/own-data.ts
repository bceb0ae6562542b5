import * as z from 'zod/mini'
import { ACCESS_REQUEST_STATES } from './access-requests.ts'
import { endpoint } from './endpoint.ts'
import { ownActivityLine } from './own-activity.ts'

/** The most messages, decisions and lines of activity in one file: the newest. */
export const OWN_DATA_MAX = 5000

const text = () => z.string()
const moment = () => z.nullable(z.string())

export const downloadOwnData = endpoint({
  method: 'POST',
  path: '/api/session/ownData',
  access: 'session',
  summary:
    'Everything that the portal stores about the caller, without secrets. Needs a sign-in of the last ten minutes. The caller is notified.',
  request: z.object({}),
  response: z.object({
    exportedAt: text(),
    profile: z.object({
      id: text(),
      firstName: text(),
      lastName: text(),
      email: text(),
      emailVerifiedAt: moment(),
      userName: text(),
      phoneNumber: text(),
      phoneVerifiedAt: moment(),
      /** The id in the partner portal; empty: the id above. */
      cPortalId: text(),
      /** The path of the picture on the portal, or empty. */
      picture: text(),
      role: text(),
      language: z.nullable(text()),
      theme: z.nullable(text()),
      timeZone: z.nullable(text()),
      /** The kinds of messages that are not sent. */
      noticesPutOff: z.array(text()),
      /** The last day of the account. */
      lastDay: moment(),
      createdAt: text(),
      lastSignInAt: moment(),
      passwordChangedAt: moment(),
    }),
    applications: z.array(
      z.object({
        application: text(),
        client: text(),
        role: text(),
        assignedAt: text(),
        validFrom: moment(),
        validUntil: moment(),
        isFavourite: z.boolean(),
      }),
    ),
    requests: z.array(
      z.object({
        application: text(),
        client: z.nullable(text()),
        /** The administrators who asked and withdrew while acting for the person; empty: the person did, or nobody. */
        requestedBy: text(),
        withdrawnBy: text(),
        reason: text(),
        lastDay: moment(),
        state: z.enum(ACCESS_REQUEST_STATES),
        createdAt: text(),
        decidedAt: moment(),
        answer: text(),
        /** When which step of a matrix was approved. */
        steps: z.array(z.object({ step: z.number(), of: z.number(), at: text() })),
      }),
    ),
    /** Steps of the requests of others that the person has approved. */
    approvedSteps: z.array(
      z.object({
        application: text(),
        client: z.nullable(text()),
        step: z.number(),
        of: z.number(),
        byRole: text(),
        role: text(),
        answer: text(),
        at: text(),
      }),
    ),
    /** The applications whose requests the person decides about. */
    ownedApplications: z.array(z.object({ application: text() })),
    /** The mail servers and SMS gateways of which the person is notified when they keep failing. */
    ownedGateways: z.array(z.object({ gateway: text() })),
    /** What the person lends, and what is lent to them. */
    standIns: z.array(
      z.object({
        isLender: z.boolean(),
        application: text(),
        client: z.nullable(text()),
        role: text(),
        note: text(),
        validFrom: text(),
        validUntil: text(),
        endedAt: moment(),
      }),
    ),
    /** Exceptions of the person from rules of separation of duties. */
    conflictExceptions: z.array(
      z.object({
        ...{ rule: text(), application: text(), reason: text(), control: text() },
        ...{ createdAt: text(), validUntil: text(), endedAt: moment() },
      }),
    ),
    /** Why the person got what a rule of separation of duties asks about. */
    conflictReasons: z.array(z.object({ rule: text(), application: text(), reason: text(), createdAt: text() })),
    /** Recoveries of the account, which an administrator has started. */
    recoveries: z.array(
      z.object({ newEmail: text(), reason: text(), state: text(), startedAt: text(), settledAt: moment() }),
    ),
    /** Accepted ones. */
    /** What was decided about the person’s access in reviews. */
    reviews: z.array(
      z.object({
        review: text(),
        application: text(),
        client: text(),
        role: text(),
        decision: z.nullable(text()),
        comment: text(),
        decidedAt: moment(),
        outcome: z.nullable(text()),
      }),
    ),
    invitations: z.array(
      z.object({
        email: text(),
        application: z.nullable(text()),
        client: z.nullable(text()),
        sentAt: text(),
        acceptedAt: moment(),
      }),
    ),
    consents: z.array(z.object({ application: text(), scopes: z.array(text()), grantedAt: text() })),
    /** The ended ones of the last 30 days, too. */
    sessions: z.array(
      z.object({
        signedInAt: text(),
        lastSeenAt: text(),
        endedAt: moment(),
        ip: text(),
        userAgent: text(),
        /** Opened in this session. */
        applications: z.array(text()),
      }),
    ),
    passkeys: z.array(z.object({ name: text(), createdAt: text(), lastUsedAt: moment() })),
    authenticatorApps: z.array(z.object({ name: text(), createdAt: text(), lastUsedAt: moment() })),
    /** Of the last 90 days, without codes and links. */
    messages: z.array(
      z.object({
        channel: text(),
        notice: text(),
        recipient: text(),
        subject: text(),
        text: text(),
        state: text(),
        createdAt: text(),
      }),
    ),
    /** What applications asked about the person's authority to approve, while decisions are kept. */
    decisions: z.array(
      z.object({
        /** By which an application, its receipts and a replay name it. `null`: it was kept before decisions had ids. */
        id: z.nullable(text()),
        application: text(),
        client: z.nullable(text()),
        page: text(),
        action: text(),
        amount: text(),
        region: text(),
        isAllowed: z.boolean(),
        reasons: z.array(text()),
        at: text(),
      }),
    ),
    savedLists: z.array(z.object({ list: text(), name: text(), query: z.record(text(), text()) })),
    activity: z.array(ownActivityLine),
    /** Whether older messages, decisions or lines of activity are left out. */
    isCut: z.boolean(),
  }),
})
