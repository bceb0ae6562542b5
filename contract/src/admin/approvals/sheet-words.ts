import type { SheetFinding } from './sheets.ts'

type Told = Pick<SheetFinding, 'code' | 'column' | 'value' | 'other'>
type Translate = (text: string, values?: Record<string, string>) => string

/** What was found in a file, as a sentence without its line and column. */
export function sheetFindingText({ code, value, other }: Told, t: Translate): string {
  switch (code) {
    case 'no-role-column':
      return t('No column names the roles. Choose it below.')
    case 'no-upper-column':
      return t(
        'No column says up to which amount a role approves. Choose the column of the upper limit below: without it, nothing would limit these roles.',
      )
    case 'amounts-ignored':
      return t(
        'The column “{{value}}” has amounts, and its heading says nothing that is known. Choose below what it means.',
        {
          value,
        },
      )
    case 'no-lines':
      return t('The file has no lines that name a role.')
    case 'no-range':
      return t('No column says which amounts a role approves: what roles may approve stays as it is.')
    case 'two-currencies':
      return t('The file has amounts in rupees and in {{value}}. A matrix has rupees only.', { value })
    case 'too-many-changes':
      return t('The draft would have {{value}} changes, and may have {{other}}. Import the file in parts.', {
        value,
        other,
      })
    case 'column-twice':
      return t('This column says the same as column {{other}}. Choose one of them.', { other })
    case 'band-unreadable':
      return t('“{{value}}” is no range of amounts. Write it like “above 1 lakh up to 5 lakh”.', { value })
    case 'band-merged':
      return t('This column has no heading of its own. Is it merged with another one?')
    case 'band-twice':
      return t('“{{value}}” is the same range as that of column {{other}}.', { value, other })
    case 'role-missing':
      return t('The line names no role. Is its cell merged with another one?')
    case 'role-unknown':
      return t('There is no role “{{value}}” for {{other}}. Make it first: a role without rules approves nothing.', {
        value,
        other,
      })
    case 'role-id-taken':
      return t('The role “{{other}}” cannot be made: another role of its client has the Id “{{value}}”.', {
        value,
        other,
      })
    case 'role-user':
      return t('People give themselves the role User by registering, so it approves nothing.')
    case 'client-missing':
      return t('The line names no client. Choose one for such lines.')
    case 'client-unknown':
      return t('There is no client “{{value}}”.', { value })
    case 'client-twice':
      return t('More than one client has the name “{{value}}”.', { value })
    case 'page-unknown':
      return t('The application has no page “{{value}}”.', { value })
    case 'action-unknown':
      return t('“{{value}}” is no action.', { value })
    case 'mark-without-action':
      return t('“{{value}}” is a mark. Choose what marks mean.', { value })
    case 'cell-unknown':
      return t('“{{value}}” is neither an action nor a mark.', { value })
    case 'amount-unreadable':
      return t('“{{value}}” is no amount that can be read.', { value })
    case 'other-currency':
      return t('“{{value}}” is not in rupees.', { value })
    case 'range-upside-down':
      return t('No amount is in this range: {{value}}', { value })
    case 'bounds-unknown':
      return t('“{{value}}” does not say which bounds belong to the range. Write [], (], [) or ().', { value })
    case 'sequence-unreadable':
      return t('“{{value}}” is no sequence. It is a whole number up to 1,000.', { value })
    case 'region-unknown':
      return t('There is no region “{{value}}”.', { value })
    case 'day-unreadable':
      return t('“{{value}}” is no day that can be read. Write it like 2027-04-01.', { value })
    case 'days-upside-down':
      return t('The first day cannot be after the last.')
    case 'two-actions':
      return t('A role has one action, and this line names more than one: {{value}}', { value })
    case 'bands-apart':
      return t('A role has one range, and between {{value}} and {{other}} nothing stands in this line.', {
        value,
        other,
      })
    case 'says-otherwise':
      return t('Line {{other}} says something else about this role. Its limits are the same on all pages.', { other })
    case 'entry-unreadable':
      return t('This entry is not one of the old portal.')
    case 'limit-unclear':
      return t('“{{value}}” can mean no authority or no limit. Write “Unlimited”, or take the line out.', { value })
    case 'unit-unclear':
      return t(
        '“{{value}}” leaves open in which unit the amounts are. Write the unit into each amount, such as 5 lakh or Rs. 500.',
        {
          value,
        },
      )
    case 'mark-unclear':
      return t('“{{value}}” can mean yes or no. Write the action, or “No”.', { value })
    case 'columns-differ':
      return t('“{{value}}” differs from what column {{other}} says. Keep one of them.', { value, other })
    case 'line-too-long':
      return t(
        'The line has more cells than there are headings. Put amounts with commas in quotes, or name the column.',
      )
    case 'cell-merged':
      return t('This cell is empty below “{{value}}”. Is it merged with it? Write the name into each line.', { value })
    case 'cell-of-merged':
      return t('This cell is a part of the merged cell “{{value}}”. Write the value into each of its cells.', { value })
    case 'formula-uncalculated':
      return t('This cell is a formula without a result. Open the file in a spreadsheet, save it, and choose it again.')
    case 'page-missing':
      return t('The line names no page, and its rows would be removed. Write the page, or remove no rows.')
    case 'field-unreadable':
      return t('“{{value}}” is neither a text nor a number.', { value })
    case 'roles-many':
      return t('The entry has more than one role. Write an entry for each of them.')
    case 'entry-inactive':
      return t('The entry is inactive or deleted, so it is left out.')
    case 'status-ignored':
      return t('The status “{{value}}” is ignored: the line is read like any other.', { value })
    case 'line-hidden':
      return t('The line is hidden in the workbook, and read like any other.')
    case 'column-hidden':
      return t('The column is hidden in the workbook, and read like any other.')
    case 'other-sheets':
      return t('Only the sheet “{{value}}” was read, and not: {{other}}', { value, other })
    case 'no-page':
      return t('No line names a page: only what roles may approve changes.')
    case 'other-application':
      return t('Entries of other applications are left out: {{value}}', { value })
    case 'column-ignored':
      return t('The column “{{value}}” is ignored.', { value })
    case 'panindia':
      return t('“{{value}}” is read as all regions.', { value })
    case 'unit-taken':
      return t('In “{{value}}” both amounts are read in the unit of the second one.', { value })
    case 'unlimited-when-empty':
      return t('No upper amount is given: it is read as unlimited.')
    case 'no-authority':
      return t('“{{value}}” has no authority in this line, so the line is left out.', { value })
    case 'line-twice':
      return t('Line {{other}} says the same.', { other })
    case 'sequence-when-empty':
      return t('No sequence is given, so it stays as it is. Write “None” where there is none.')
    case 'unit-of-heading':
      return t('Amounts without a unit are read in {{value}}, as “{{other}}” says.', { value, other })
    case 'nothing-to-remove':
      return t('No line names a page, so no row is removed.')
  }
}
