import { findAuthlib } from '../parties/authlib.ts'
import { arrives, goesInAndOut, isTold, renews, signsIn, withPages } from '../parties/behaviour.ts'
import { expect, test, toRun } from '../parties/parties.ts'

// Web applications by libraries as they come: express-openid-connect, @auth/core, Authlib for Python.

test('who signs in by express-openid-connect is signed in at one by @auth/core; both renew, until either signs out', async ({
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
  // It has no way to be told, and holds on to a cookie that is worth nothing at the portal.
  await page.goto(auth.origin)
  await expect(page.getByText('Signed in as Meera Nair')).toBeVisible()
  await renews(page, auth, 'Not renewed')
})

test.describe('Authlib', () => {
  const authlib = toRun('Sign-in by Authlib for Python', findAuthlib)

  test('signs people in, renews, and goes in and out with another', async ({ visitor, applications }) => {
    const own = withPages(await applications.authlib('Authlib App', authlib()))
    await signsIn(visitor, own)
    await renews(visitor.page, own, 'Renewed for Meera Nair')
    await visitor.page.context().clearCookies()
    await goesInAndOut(visitor, own, withPages(await applications.expressOpenid('Beside Authlib')))
  })
})
