import { readFile } from 'node:fs/promises'
import { query } from '@gatehouse/server/test/processes.ts'
import { expectAccessible } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { expect, test } from '../portal.ts'

test('a person with two sessions sees both and ends the other one, whose browser must sign in again', async ({
  page,
  portal,
  elsewhere,
  product,
}) => {
  await elsewhere.enterAs('meera')
  await portal.enterAs('meera')

  await page.getByRole('link', { name: 'My applications and sessions' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My applications and sessions')
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This browser' })).toHaveCount(1)
  await expect(sessions.getByRole('listitem').first()).toContainText('Chrome on Linux')
  const applications = page.getByRole('region', { name: 'Your applications' })
  const desk = applications.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Roadside Desk' }) })
  await expect(desk).toContainText('Dispatcher for Acme Insurance')
  // Another test may have opened it before.
  await query(
    product.dataDir,
    `insert into opened_applications (session_id, application_id)
      select s.id, a.id from sessions s, applications a where s.ended_at is null and a.name = 'Roadside Desk'
        and s.user_id = (select id from users where email like 'meera%') on conflict do nothing`,
  )
  await page.reload()
  await expect(desk).toContainText('Last opened')
  await expectAccessible(page, 'sessions')
  await desk.getByRole('button', { name: 'End your sessions in Roadside Desk' }).click()
  const asked = page.getByRole('dialog', { name: 'End your sessions in Roadside Desk?' })
  await asked.getByRole('button', { name: 'End your sessions' }).click()
  await expect(page.getByText('Your sessions in Roadside Desk are ended.')).toBeVisible()
  await expect(desk.getByRole('button')).toHaveCount(0)
  await expect(desk).toContainText('Last opened')

  await sessions.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click()
  await expect(page.getByText('Sessions Ended')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)

  await elsewhere.page.goto('/dashboard/app')
  await arrived(elsewhere.page, '**/login**')

  // An application may still act for them, from a session that is over.
  await expect(sessions.getByRole('button', { name: 'End all others' })).toHaveCount(0)
  await query(
    product.dataDir,
    `update applications set allowed_scopes = allowed_scopes || '{offline_access}' where name = 'Roadside Desk';
    insert into oidc_grants (id, user_id, application_id, client_id, session_id, is_offline, scopes, expires_at)
      select gen_random_uuid(), x.user_id, x.application_id, x.client_id, s.id, true, '{openid,offline_access}', now() + interval '1 day'
      from assignments x join applications a on a.id = x.application_id and a.name = 'Roadside Desk'
        join lateral (select id from sessions where user_id = x.user_id and ended_at is not null limit 1) s on true
      where x.user_id = (select id from users where email like 'meera%') limit 1`,
  )
  await page.reload()
  await sessions.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click()
  await expect(sessions.getByRole('button', { name: 'End all others' })).toHaveCount(0)
  await query(
    product.dataDir,
    `update applications set allowed_scopes = array_remove(allowed_scopes, 'offline_access') where name = 'Roadside Desk'`,
  )
})

test('a person reads what happened to the account, and ends the sessions of somebody else before choosing a new password', async ({
  page,
  portal,
  elsewhere,
}) => {
  await elsewhere.enterAs('kabir')
  await portal.enterAs('kabir')

  await page.getByRole('link', { name: 'Account activity' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account activity')
  const signIns = page.getByRole('listitem').filter({ hasText: 'Signed in' })
  await expect(signIns.first()).toContainText('Chrome on Linux · IP address')

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download your data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
  const { profile, activity } = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(profile.email).toMatch(/^kabir/)
  expect(activity.length).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'I do not recognise something' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End them and continue' }).click()
  await arrived(page, '**/dashboard/change')
  await page.goBack()
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: /session/i })
      .first(),
  ).toBeVisible()

  await elsewhere.page.goto('/dashboard/app')
  await arrived(elsewhere.page, '**/login**')
})

test('the current session is ended by signing out', async ({ page, portal }) => {
  await portal.enterAs('diya', '/dashboard/change')
  await page.getByRole('link', { name: 'See where you are signed in' }).click()
  await page.getByRole('region', { name: 'Where you are signed in' }).getByRole('button', { name: 'Logout' }).click()
  await arrived(page, '**/login')
})
