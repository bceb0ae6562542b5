import { CSRF_HEADER } from '@gatehouse/contract/envelope.ts'
import type { Db } from '@gatehouse/server/src/db/database.ts'
import sql from 'sql-template-tag'
import { type Call, call, send } from './caller.ts'
import {
  type Authorized,
  authorize,
  type Browser,
  basic,
  enterCode,
  enterPassword,
  exchange,
  makeBrowser,
  type Tokens,
  takeCode,
} from './code-sign-in.ts'
import type { Application, Person } from './subjects.ts'

type Session = { user: { _id: string }; csrfToken: string }
export type Setting = { db: Db; origin: string; people: Person[]; application: Application }
/** What the people have got so far in a round; each action finds here what the former ones gave. */
export type Progress = Setting & {
  round: number
  browsers?: Browser[]
  codes?: string[]
  sessions?: Session[]
  launches?: string[]
  given?: Authorized[]
  tokens?: Tokens[]
}

/** `prepare` may give the round something; what it returns is done by each person. */
type Action = { name: string; prepare: (progress: Progress) => (index: number) => Promise<unknown> }

/** In the order in which people do them. */
export const ACTIONS: Action[] = [
  {
    name: 'password, its message',
    prepare: (progress) => {
      const { db, origin, people } = progress
      const browsers = people.map(({ email }) => makeBrowser(origin, email))
      const codes: string[] = []
      Object.assign(progress, { browsers, codes })
      return async (index) => {
        await enterPassword(at(browsers, index), at(people, index))
        // Read when the message is sent, so that sending it is measured too.
        codes[index] = await takeCode(db, at(people, index).email)
      }
    },
  },
  {
    name: 'code',
    prepare:
      ({ browsers, people, codes }) =>
      (index) =>
        enterCode(at(browsers, index), at(people, index), at(codes, index)),
  },
  {
    name: 'session check',
    prepare: (progress) => {
      const sessions: Session[] = []
      progress.sessions = sessions
      return async (index) => {
        const { session } = await read<{ session: Session }>(at(progress.browsers, index), '/api/session')
        sessions[index] = session
      }
    },
  },
  {
    name: 'tiles',
    prepare:
      ({ browsers }) =>
      (index) =>
        read(at(browsers, index), '/api/launch/tiles'),
  },
  {
    name: 'launch',
    prepare: (progress) => {
      const { browsers, sessions, application } = progress
      const launches: string[] = []
      progress.launches = launches
      return async (index) => {
        const { user, csrfToken } = at(sessions, index)
        const body = { clientId: application.id, redirectUri: application.redirectUri, userId: user._id }
        const { oAuthToken } = await read<{ oAuthToken: string }>(at(browsers, index), '/api/auth/oauth2/grantToken', {
          body,
          headers: { [CSRF_HEADER]: csrfToken },
        })
        launches[index] = oAuthToken
      }
    },
  },
  {
    name: 'redemption',
    prepare:
      ({ origin, application, launches }) =>
      (index) =>
        call(origin, '/api/auth/oauth2/redeem', {
          headers: basic(application),
          body: { token: at(launches, index) },
        }),
  },
  {
    name: 'authorization',
    prepare: (progress) => {
      const { origin, browsers, application } = progress
      const given: Authorized[] = []
      progress.given = given
      return async (index) => {
        given[index] = await authorize(origin, at(browsers, index), application)
      }
    },
  },
  {
    name: 'exchange',
    prepare: (progress) => {
      const { origin, given, application } = progress
      const tokens: Tokens[] = []
      progress.tokens = tokens
      return async (index) => {
        tokens[index] = await exchange(origin, application, at(given, index))
      }
    },
  },
  {
    name: 'introspection',
    prepare:
      ({ origin, tokens, application }) =>
      (index) =>
        call(origin, '/oauth2/introspect', {
          headers: basic(application),
          form: { token: at(tokens, index).access_token },
        }),
  },
  {
    name: 'refresh',
    prepare:
      ({ origin, tokens, application }) =>
      (index) => {
        const form = { grant_type: 'refresh_token', refresh_token: at(tokens, index).refresh_token }
        return call(origin, '/oauth2/token', { headers: basic(application), form })
      },
  },
  {
    name: 'wrong password of nobody',
    prepare:
      ({ origin, round }) =>
      (index) => {
        const body = { email: `nobody.${round}.${index}@example.com`, password: 'Kestrel#Orbit42*Lamp' }
        return send(origin, '/api/users/login', { body, headers: { 'x-forwarded-for': `198.19.${index}.1` } })
      },
  },
]

/** So nobody reaches ten sessions, after which each sign-in would end the oldest. */
export const endSessionsOf = ({ db, people }: Pick<Setting, 'db' | 'people'>) =>
  db.execute(sql`
    update sessions set ended_at = now() where ended_at is null and user_id in (
      select id from users where email = any(${people.map(({ email }) => email)}))`)

async function read<Data>(browse: Browser, path: string, what: Call = {}): Promise<Data> {
  const { status, text } = await browse(path, what)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`)
  return (JSON.parse(text) as { data: Data }).data
}

function at<T>(list: readonly T[] | undefined, index: number): T {
  const one = list?.[index]
  if (one === undefined) throw new Error('an earlier action has given nothing')
  return one
}
