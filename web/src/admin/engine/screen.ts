import type { OPTION_KINDS } from '@gatehouse/contract/admin/engine/options.ts'
import type { RecordRow, Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import type { ListQuery } from '@gatehouse/contract/paging.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import type { ComponentType, ReactNode } from 'react'
import type { ListFilter } from '../../session/list-link.ts'
import type { StartValues } from '../../session/start-values.ts'
import type { ListWithPages } from '../../shell/screens.ts'
import type { FormField } from './fields/field.ts'
import type { Selection } from './list/use-selection.ts'

/** The rows of a resource of the contract. */
export type RowOf<R> = R extends Resource<infer Row, infer _Form, infer _Changes> ? Row : never

// All texts of a screen are English and shown through `t()`.

/** What every list calls the column that says whether a record is active. */
export const STATUS = 'Status'

export type Column<Row, Sort extends string = string> = {
  label: string
  cell: (row: Row) => ReactNode
  /** The name by which the server sorts; without it the column cannot be sorted. */
  sort?: Sort
  /** Figures, which stand under each other. */
  isNumber?: true
  /** Shown only to who has chosen it. */
  isExtra?: true
}

/** A dialog for one row; `start`: the values that its form starts with. */
export type ActionDialog<Row> = ComponentType<{ row: Row; start?: StartValues | undefined; onClose: () => void }>

/** What a row's menu offers besides Edit, History and Delete: a dialog, or a way to another screen. */
export type RowAction<Row> = {
  label: string
  /** Where it stands; at the beginning by default. What cannot be taken back stands before Delete. */
  place?: 'afterEdit' | 'beforeDelete'
} & (
  | {
      Dialog: ActionDialog<Row>
      /** The name by which an address opens it. */
      address?: string
      /** Required to see it; by default the permission to change the records. */
      permission?: Permission
    }
  // Narrowed to the row; offered to who may open that list.
  | ListFilter
)

/**
 * Narrows a list by a value of the address, such as `clientId`; shown as a chip that takes it away. With `choices`,
 * `records` or `isFlag` it is offered among the filters; without them only links lead to it.
 */
export type Filter<Row, Name extends string = string> = {
  /** The same in the address and in the call. */
  name: Name
  label: string
  /** What the value means, read from a row that has it. Without it, the chip asks for the record, or says the label alone. */
  describe?: (row: Row) => string
  choices?: readonly FilterChoice[]
  /** The value is the id of such a record. */
  records?: (typeof OPTION_KINDS)[number]
  /** Either so or not asked for: the label says it all. */
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
  /** Titles of the two forms. */
  dialogs: { create: string; update: string }
  /** What the button that saves is called, where it has another name than 'Save'. */
  saveLabel?: 'Submit'
  /** Of the forms: `large` is the drawer for long ones. */
  size?: 'small' | 'large' | 'wide'
  /** What each field that the list can be searched by is called. */
  searches: Record<Field, string>
  /** What a search of all fields finds, where there is one. */
  searchHint?: string
  columns: Column<Row, Sort>[]
  /** Heads the row menus: 'Actions', unless given. */
  menuLabel?: 'Action'
  /** What a row is called where it stands alone: in its menu, and before it is deleted. */
  nameOf: (row: Row) => string
  fields: FormField<Input>[]
  /** The values a form starts with; `null`: a new record. */
  toForm: (row: Row | null) => Values
  rowActions?: RowAction<Row>[]
  /** What follows a save, if anything: a dialog for the record as it was saved. */
  afterSave?: (row: Row) => ComponentType<{ row: Row; onClose: () => void }> | null
  filters?: Filter<Row, Narrowing>[]
  /** False for what is built in. */
  isDeletable?: (row: Row) => boolean
  /** What can be done with many rows at once; with it, rows can be selected. */
  Bulk?: ComponentType<{ selection: Selection; onDone: () => void }>
  /** Restores many deleted rows at once, where they are too many to be restored one after the other. */
  Restore?: ComponentType<{ selection: Selection; onDone: () => void }>
  /** Further buttons beside the one for a new record; `query` is what the list shows. */
  Actions?: ComponentType<{ query: ListQuery & Record<string, unknown> }>
}
