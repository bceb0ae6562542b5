import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import type { FunctionComponent, ReactNode } from 'react'
import type { ListWithPages } from '../../../shell/screens.ts'
import type { Screen } from '../screen.ts'

/** One section of a record's page. */
export type RecordSection<Row> = {
  /** Its part of the address. */
  path: string
  /** English. */
  label: string
  /** Required by the calls of the section: without it the section is not there. */
  permission: Permission
  /** Loaded when it is first shown. */
  Content: FunctionComponent<{ row: Row }>
}

/** The page of one record. Data only, as `Screen` is. */
export type RecordDefinition<Row extends RecordRow> = {
  /** Of the list: it lends its forms, its actions and its names. */
  screen: Screen<Row> & { page: ListWithPages }
  /** Of the call that lists: it narrows the list to one record. */
  filter: string
  /** English: what stands there where there is no such record. */
  missing: string
  /** Before the name. */
  picture: (row: Row) => ReactNode
  /** Beside the name. */
  status: (row: Row) => string
  /** Under the name. */
  detail: (row: Row) => string
  sections: readonly [RecordSection<Row>, ...RecordSection<Row>[]]
}
