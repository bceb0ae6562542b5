import type { Locator } from '@playwright/test'
import { NARROW, type WIDE } from '../accessible.ts'
import { type Console, expect } from '../console.ts'
import type { Product } from '../product.ts'
import { visit } from '../visit.ts'

export type World = {
  admin: Console
  product: Product
  signIn: (person: Person, at?: string | null) => Promise<Console>
}
type Person = { email: string; password: string }
export type Overlay = {
  /** The file of the web app that draws it. */
  file: string
  /** Where it is opened from. */
  at: string
  /** Opens it. @returns what is then drawn over the page */
  open: (world: World) => Promise<Locator>
  /** It is there for as long as an answer takes. */
  isWaiting?: true
  /** What it shows is loaded when it opens: it is opened while that fails, too. */
  isLoaded?: true
  /** Its last button changes something as it is opened: it is pressed while that fails, too. */
  isChange?: true
  /** Its last button needs a name first. */
  needsName?: true
}

export const WALKED_DRAFT = '/dashboard/approvalVersions?draft=019b0000-0000-7000-8000-00000000bb31'
export const ASKED_DRAFT = '/dashboard/approvalVersions?draft=019b0000-0000-7000-8000-00000000bb32'
export const DATED_DRAFT = '/dashboard/approvalVersions?draft=019b0000-0000-7000-8000-00000000bb35'
export const REVIEW = '019b0000-0000-7000-8000-00000000bb'
export const INVITATION = '/dashboard/invitations?search=walked'
export const LISTS = {
  person: '/dashboard/user?search=walker',
  role: '/dashboard/role?search=walked',
  application: '/dashboard/eaiapplication?search=walked',
  webhook: '/dashboard/webhooks?search=walked',
  serviceAccount: '/dashboard/serviceAccounts?search=walked',
  emailTemplate: '/dashboard/emailTemplate?field=name&search=login-otp',
}

/** Opens the dialog on top by a button of the page. */
export const byButton =
  (name: string | RegExp) =>
  async ({ admin: { page } }: World) => {
    await page.getByRole('main').getByRole('button', { name, exact: true }).first().click()
    return topDialog(page)
  }

/** Opens it by a button about the second person who confirms the approvals of an application. */
export const byButtonOnVersions = (application: string, name: string) => async (world: World) => {
  const { admin } = world
  const [found] = await admin.list<{ _id: string }>(`/api/admin/options?kind=applications&search=${application}`)
  await visit(admin.page, `/dashboard/approvalVersions?applicationId=${found?._id}`)
  return byButton(name)(world)
}

/** Opens it from the menu of the first row. */
export const byMenu = (item: string) => async (world: World) => {
  const { page } = world.admin
  await openRowMenu(world)
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  await expect(page.getByRole('menu')).toBeHidden()
  return topDialog(page)
}

/** Opens it from the menu of the record whose page is shown. */
export const byMenuOfPage = (item: string) => async (world: World) => {
  await world.admin.chooseOfPage(item)
  return topDialog(world.admin.page)
}

export async function openRowMenu({ admin: { page } }: World) {
  await page
    .getByRole('row')
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  return page.getByRole('menu')
}

/** The filters of a list: in a sheet on a phone, and else below their button. They stay open at every width. */
export async function openFilters({ admin: { page } }: World) {
  const filters = page.locator('dialog[open], .list-filters').first()
  if (await filters.isVisible()) return filters
  await page.setViewportSize(NARROW)
  await page.getByRole('main').getByRole('button', { name: 'Filters' }).click()
  return topDialog(page)
}

/** The columns of a list: in a dialog on a phone, and else in a menu. They stay open at every width. */
export const openColumns =
  (size: typeof WIDE) =>
  async ({ admin: { page } }: World) => {
    const columns = page.locator('dialog[open], [role="menu"]')
    if (await columns.isVisible()) return columns
    await page.setViewportSize(size)
    if (size === NARROW) await page.getByRole('button', { name: 'More for this list' }).click()
    const role = size === NARROW ? 'menuitem' : 'button'
    await page.getByRole(role, { name: 'Columns', exact: true }).click()
    return columns.and(page.locator(size === NARROW ? 'dialog' : '[role="menu"]'))
  }

/** Opens it by a button on a page of a person. */
export const byButtonOf =
  (person: string, name: string, page = 'signInMethods') =>
  async (world: World) => {
    const { admin } = world
    const [found] = await admin.list<{ _id: string }>(`/api/admin/options?kind=people&search=${person}`)
    await visit(admin.page, `/dashboard/users/${found?._id}/${page}`)
    return byButton(name)(world)
  }

export const topDialog = (page: Console['page']) => page.locator('dialog[open]').last()
