import type { Page } from '@playwright/test'
import { arrived } from '../arrived.ts'
import type { Portal } from '../portal.ts'
import type { Application } from './applications.ts'
import { expect } from './parties.ts'

/** The addresses for signing in and out of an application, and what it shows when signed out. */
export type Behaviour = Pick<Application, 'origin'> & {
  login: string
  logout: string
  isOut: (page: Page, options?: { timeout: number }) => Promise<void>
}

export const withPages = ({ origin }: Application): Behaviour => ({
  origin,
  login: '/login',
  logout: '/logout',
  isOut: (page, options) => expect(page.getByText('Not signed in')).toBeVisible(options),
})

/** Every page of the application requires a sign-in. */
export const behindApache = ({ origin }: Application): Behaviour => ({
  origin,
  login: '/',
  logout: `/redirect_uri?logout=${encodeURIComponent(`${origin}/`)}`,
  isOut: (page, options) => arrived(page, '**/login?**', options),
})

export async function signsIn(visitor: Portal, { origin, login }: Behaviour) {
  const { email, password } = visitor.person('meera')
  await visitor.page.goto(origin + login)
  await arrived(visitor.page, '**/login?**')
  await visitor.signIn(email, password)
  await arrives(visitor.page, origin)
}

export async function arrives(page: Page, origin: string) {
  await expect(page.getByText('Signed in as Meera Nair')).toBeVisible()
  expect(new URL(page.url()).origin).toBe(origin)
}

/** Signs in to one application with a password and to the other without, and signs out of both from either. */
export async function goesInAndOut(visitor: Portal, one: Behaviour, other: Behaviour) {
  const { page } = visitor
  for (const [leaving, told] of [
    [one, other],
    [other, one],
  ] as const) {
    await signsIn(visitor, one)
    await page.goto(other.origin + other.login)
    await arrives(page, other.origin)

    await page.goto(leaving.origin + leaving.logout)
    await leaving.isOut(page)
    await isTold(page, told)
  }
}

/** The portal notifies the application of the end of the session, which takes a moment. */
export async function isTold(page: Page, { origin, isOut }: Behaviour) {
  await expect(async () => {
    await page.goto(origin)
    await isOut(page, { timeout: 3000 })
  }).toPass({ timeout: 30_000, intervals: [100] })
}

/** The results of renewing the tokens and of a userinfo request with the new one. */
export async function renews(page: Page, { origin }: Behaviour, outcome: 'Renewed for Meera Nair' | 'Not renewed') {
  await page.goto(`${origin}/renew`)
  await expect(page.getByText(outcome)).toBeVisible()
}
