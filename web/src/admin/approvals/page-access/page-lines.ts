import type { GridPage } from '@gatehouse/contract/admin/approvals/page-access.ts'

/** A line of the grid: a page, or one of its actions. */
export type PageLine = { page: GridPage; action: string | null; isRemoved: boolean }

/** The lines of the pages whose name, path or actions contain what is sought. */
export function linesOf(pages: readonly GridPage[], sought: string, language: string): PageLine[] {
  const wanted = sought.trim().toLocaleLowerCase(language)
  const isFound = ({ name, path, actions }: GridPage) =>
    [name, path, ...actions.map(({ id }) => id)].join('\n').toLocaleLowerCase(language).includes(wanted)
  return pages
    .filter(isFound)
    .flatMap((page) => [
      { page, action: null, isRemoved: page.isWithdrawn },
      ...page.actions.map(({ id, isRemoved }) => ({ page, action: id, isRemoved })),
    ])
}
