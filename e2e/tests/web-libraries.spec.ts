import { findAuthlib } from '../parties/authlib.ts'
import { arrives, goesInAndOut, isTold, renews, signsIn, withPages } from '../parties/behaviour.ts'
import { expect, test, toRun } from '../parties/parties.ts'

// Web applications with unchanged libraries: express-openid-connect, @auth/core, Authlib for Python.

test('a sign-in by express-openid-connect also signs in to @auth/core; both renew until one of them signs out', async ({
  visitor,
  applications,
}) => {
  const { page } = visitor
  const express = withPages(await applications.expressOpenid('Express App'))
  const auth = withPages(await applications.authCore('Auth App'))
  await signsIn(visitor, express)
  await page.goto(auth.origin + auth.login)
  await arrives(page, auth.origin)
  await renews(page, express, 'Renewed for Meera Nair')
  await renews(page, auth, 'Renewed for Meera Nair')
  await page.goto(auth.origin + auth.logout)
  await auth.isOut(page)
  await isTold(page, express)

  await signsIn(visitor, auth)
  await page.goto(express.origin + express.login)
  await arrives(page, express.origin)
  await page.goto(express.origin + express.logout)
  await express.isOut(page)
  // It cannot be notified, and keeps a cookie that the portal no longer accepts.
  await page.goto(auth.origin)
  await expect(page.getByText('Signed in as Meera Nair')).toBeVisible()
  await renews(page, auth, 'Not renewed')
})

test.describe('Authlib', () => {
  const authlib = toRun('Sign-in by Authlib for Python', findAuthlib)

  test('signs people in, renews, and shares sign-in and sign-out with another', async ({ visitor, applications }) => {
    const own = withPages(await applications.authlib('Authlib App', authlib()))
    await signsIn(visitor, own)
    await renews(visitor.page, own, 'Renewed for Meera Nair')
    await visitor.page.context().clearCookies()
    await goesInAndOut(visitor, own, withPages(await applications.expressOpenid('Beside Authlib')))
  })
})
