import type { RecordRow, Resource } from '@gatehouse/contract/admin/resource.ts'
import type { ListQuery } from '@gatehouse/contract/paging.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import type { ComponentType, ReactNode } from 'react'
import type { FormField } from './fields/field.ts'
import type { Selection } from './use-selection.ts'

/** The rows of a resource of the contract. */
export type RowOf<R> = R extends Resource<infer Row, infer _Form, infer _Changes> ? Row : never

// All texts of a screen are English and shown through `t()`.

/** What every list calls the column that says whether a record is active. */
export const STATUS = 'Status'

export type Column<Row> = {
  label: string
  cell: (row: Row) => ReactNode
  /** The name by which the server sorts; without it the column cannot be sorted. */
  sort?: string
  /** Figures, which stand under each other. */
  isNumber?: true
}

/** What a row's menu offers besides Edit, History and Delete: a dialog, or a way to another screen. */
export type RowAction<Row> = {
  label: string
  /** Where it stands; at the beginning by default. What cannot be taken back stands before Delete. */
  place?: 'afterEdit' | 'beforeDelete'
  /** Who sees it; by default whoever may change the records. */
  permission?: Permission
} & (
  | { Dialog: ComponentType<{ row: Row; onClose: () => void }> }
  | { to: string; search: (row: Row) => Record<string, string> }
)

/** Narrows a list by a value of the address, such as `clientId`; shown as a chip that takes it away. */
export type Filter<Row> = {
  /** The same in the address and in the call. */
  name: string
  label: string
  /** What the value means, told by a row that has it. */
  describe: (row: Row) => string
}

/** One screen of the console. Data only: everything a screen can vary is a property here. */
export type Screen<Row extends RecordRow> = {
  resource: Resource<Row>
  heading: string
  newLabel: string
  /** Titles of the two forms. */
  dialogs: { create: string; update: string }
  /** What the button that saves is called, where the specification names it otherwise: 'Save'. */
  saveLabel?: 'Submit'
  /** Of the forms: `large` is the drawer for long ones. */
  size?: 'small' | 'large' | 'wide'
  /** What each field that the list can be searched by is called. */
  searches: Record<string, string>
  columns: Column<Row>[]
  /** Heads the row menus: 'Actions', where the specification does not say otherwise. */
  menuLabel?: 'Action'
  /** What a row is called where it stands alone: in its menu, and before it is deleted. */
  nameOf: (row: Row) => string
  fields: FormField[]
  /** The values a form starts with; `null`: a new record. */
  toForm: (row: Row | null) => Record<string, unknown>
  rowActions?: RowAction<Row>[]
  /** What follows a save, if anything: a dialog for the record as it was saved. */
  afterSave?: (row: Row) => ComponentType<{ row: Row; onClose: () => void }> | null
  filters?: Filter<Row>[]
  /** False for what is built in. */
  isDeletable?: (row: Row) => boolean
  /** What can be done with many rows at once; with it, rows can be selected. */
  Bulk?: ComponentType<{ selection: Selection; onDone: () => void }>
  /** Further buttons beside the one for a new record; `query` is what the list shows. */
  Actions?: ComponentType<{ query: ListQuery & Record<string, unknown> }>
}
