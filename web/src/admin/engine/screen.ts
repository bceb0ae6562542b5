import type { OPTION_KINDS } from '@gatehouse/contract/admin/engine/options.ts'
import type { RecordRow, Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import type { ListQuery } from '@gatehouse/contract/paging.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import type { ComponentType, ReactNode } from 'react'
import type { ListFilter } from '../../session/list-link.ts'
import type { StartValues } from '../../session/start-values.ts'
import type { ListWithPages } from '../../shell/screens.ts'
import type { FormField } from './fields/field.ts'
import type { Selection } from './list/selection/use-selection.ts'

/** The rows of a resource of the contract. */
export type RowOf<R> = R extends Resource<infer Row, infer _Form, infer _Changes> ? Row : never

// All texts of a screen are English and shown through `t()`.

/** The label of the status column in all lists. */
export const STATUS = 'Status'

export type Column<Row, Sort extends string = string> = {
  label: string
  cell: (row: Row) => ReactNode
  /** The sort name of the call. Without it the column cannot be sorted. */
  sort?: Sort
  /** A column of numbers, aligned by their digits. */
  isNumber?: true
  /** A column of numbers to compare, which end under each other. */
  isQuantity?: true
  /** Goes to a second line instead of being shortened. */
  isWhole?: true
  /** Part of what a row is called. On phones, such columns together are its title; by default the first column is. */
  isName?: true
  /**
   * Shown only to people who have chosen it: everywhere, in narrow windows, or on tablets alone. An entry on a phone has about three
   * facts, or those without which it could be another one.
   */
  isExtra?: true | 'narrow' | 'tablet'
}

/** A dialog for one row; `start`: the values that its form starts with. */
export type ActionDialog<Row> = ComponentType<{ row: Row; start?: StartValues | undefined; onClose: () => void }>

/** A menu item besides Edit, History and Delete: a dialog, or a link to another screen. */
export type RowAction<Row> = {
  label: string
  /** Its position; at the start by default. Actions that cannot be undone are placed before Delete. */
  place?: 'afterEdit' | 'beforeDelete'
} & (
  | {
      Dialog: ActionDialog<Row>
      /** The name by which an address opens it. */
      address?: string
      /** Required to see it; by default the permission to change the records. */
      permission?: Permission
    }
  // Narrowed to the row; offered to people who may open that list.
  | ListFilter
)

/**
 * Narrows a list by a value of the address, such as `clientId`; shown as a chip that takes it away. With `choices`,
 * `records` or `isFlag` it is offered among the filters; without them only links lead to it.
 */
export type Filter<Row, Name extends string = string> = {
  /** The name in the address and in the call. */
  name: Name
  label: string
  /** The value as text, from a row that has it. Without it, the chip loads the record or shows only the label. */
  describe?: (row: Row) => string
  choices?: readonly FilterChoice[]
  /** The value is the id of such a record. */
  records?: (typeof OPTION_KINDS)[number]
  /** On or not set. The label is enough. */
  isFlag?: true
  /** Any of these is needed to choose a value. */
  permissions?: readonly Permission[]
}

export type FilterChoice = { value: string; label: string; permission?: Permission }

/**
 * One screen of the console. Data only: everything a screen can vary is a property here. A screen declares itself as a
 * `ScreenOf` its resource, so that every name in it is one of the contract.
 */
export type Screen<
  Row extends RecordRow,
  Field extends string = string,
  Sort extends string = string,
  Narrowing extends string = string,
  Input extends string = string,
  Values = Record<string, unknown>,
> = {
  resource: Resource<Row>
  /** Its records have a page each, to which the names in the list lead; elsewhere they open the form. */
  page?: ListWithPages
  newLabel: string
  /** What the records are for: stands in the list while there are none. */
  about?: string
  /** The titles of the two forms. */
  dialogs: { create: string; update: string }
  /** The label of the save button, if not 'Save'. */
  saveLabel?: 'Submit'
  /** The size of the forms. `large` is a drawer for long ones. */
  size?: 'small' | 'large' | 'wide'
  /** The labels of the searchable fields. */
  searches: Record<Field, string>
  /** What a search of all fields finds, where there is one. */
  searchHint?: string
  columns: Column<Row, Sort>[]
  /** The heading of the menu column. Default: 'Actions'. */
  menuLabel?: 'Action'
  /** The name of a row, for its menu and the delete dialog. */
  nameOf: (row: Row) => string
  fields: FormField<Input>[]
  /** The initial values of a form. `null`: a new record. */
  toForm: (row: Row | null) => Values
  rowActions?: RowAction<Row>[]
  /** A dialog shown after a save, for the saved record. */
  afterSave?: (row: Row) => ComponentType<{ row: Row; onClose: () => void }> | null
  filters?: Filter<Row, Narrowing>[]
  /** Systems of others depend on it: it is deleted only after its name was typed. */
  isDeletedByName?: true
  /** False for built-in records. */
  isDeletable?: (row: Row) => boolean
  /** The bulk actions. With them, rows can be selected. */
  Bulk?: ComponentType<{ selection: Selection; onDone: () => void }>
  /** Restores many deleted rows by a job, if they are too many to restore one by one. */
  Restore?: ComponentType<{ selection: Selection; onDone: () => void }>
  /** Further buttons beside the one for a new record; `query` is what the list shows. */
  Actions?: ComponentType<{ query: ListQuery & Record<string, unknown> }>
}
