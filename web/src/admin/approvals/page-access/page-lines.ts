import type { GridPage } from '@gatehouse/contract/admin/approvals/page-access.ts'
import { foldedText } from '@gatehouse/contract/sought-text.ts'

/** A line of the grid: a page, or one of its actions. */
export type PageLine = { page: GridPage; action: string | null; isRemoved: boolean }

/** The lines of the pages whose name, path or actions contain what is sought. */
export function linesOf(pages: readonly GridPage[], sought: string, language: string): PageLine[] {
  const wanted = foldedText(sought, language)
  const isFound = ({ name, path, actions }: GridPage) =>
    foldedText([name, path, ...actions.map(({ id }) => id)].join('\n'), language).includes(wanted)
  return pages
    .filter(isFound)
    .flatMap((page) => [
      { page, action: null, isRemoved: page.isWithdrawn },
      ...page.actions.map(({ id, isRemoved }) => ({ page, action: id, isRemoved })),
    ])
}
