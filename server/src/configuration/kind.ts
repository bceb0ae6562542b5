import type { RecordRow, Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import { SECRET_MASK } from '@gatehouse/contract/fields.ts'
import type * as z from 'zod/mini'
import type { Author, Store } from '../admin/engine/store.ts'
import type { Executor, Tx } from '../db/database.ts'
import type { Records } from './records.ts'

/** A field that holds the id of another record; in the file it is the name of that record. */
export type Reference = {
  /** Its name in the file. */
  as: string
  /** The section of the other record. */
  to: string
  /** The fields of the file that name the other record together with this one. */
  within?: readonly string[]
  /** Whether 'All' is allowed instead of a record. */
  orAll?: true
  /** The stored value is the name itself. */
  isName?: true
}

/** A list of other records, which the console attaches and detaches one by one. */
export type Link = {
  to: string
  within?: readonly string[]
  read: (on: Executor) => Promise<{ id: string; other: string }[]>
  attach: (tx: Tx, by: Author, id: string, other: string) => Promise<unknown>
  detach: (tx: Tx, by: Author, id: string, other: string) => Promise<unknown>
  /** Each of the others is attached to one record at most. */
  isOfOne?: true
}

/** A list of values that belong to a record and are no records themselves. Each is held as a text; equal values are equal texts. */
export type ValueList = Pick<Link, 'read' | 'attach' | 'detach'> & {
  show: (other: string, records: Records) => unknown
  /** @throws Error with what is wrong, for people */
  parse: (value: unknown, records: Records) => string
  /** What one value says it about: a list has it once. */
  nameOf: (other: string) => string
}

type Values = Record<string, unknown>

/** One kind of record in the file: a section. */
export type FileKind = {
  section: string
  resource: Resource
  store: Store<RecordRow, Values>
  /** The fields of the file that name a record. Several records may have one name; then they are compared in order. */
  key: readonly string[]
  references: Record<string, Reference>
  links: Record<string, Link | ValueList>
  /** The columns of the secrets, by wire name. */
  secrets: Record<string, string>
  /** What is not in the file, with the reason. */
  leftOut: Record<string, string>
  /** The fields of the form that the row has under other names. */
  values: (row: RecordRow) => Values
  /** Comes with the product, and is never deleted. */
  isBuiltIn: (row: RecordRow) => boolean
  /** The fields of the file that decide where codes, links and tokens go. */
  carries: (file: Values) => readonly string[]
}

export const ALL_FIELDS: readonly string[] = ['*']

/** Fields that every record has. The file describes the state, not its history. */
type History = keyof RecordRow | 'createdBy' | 'updatedBy'

type Declared<Row extends RecordRow, Form, Changes> = {
  resource: Pick<Resource<Row, Form, Changes>, 'name' | 'create' | 'update'>
  store: Store<Row, Form, Changes>
  key: readonly string[]
  references?: Partial<Record<keyof Form & string, Reference>>
  links?: Record<string, Link | ValueList>
  secrets?: Partial<Record<keyof Form & string, string>>
  /** Names every field of the row that the form does not have. */
  leftOut: Record<Exclude<keyof Row & string, keyof Form | History>, string> & Record<string, string>
  isBuiltIn?: (row: Row) => boolean
  carries?: (file: Values) => readonly string[]
} & (Exclude<keyof Form, keyof Row> extends never
  ? { values?: undefined }
  : { values: (row: Row) => Record<Exclude<keyof Form & string, keyof Row>, unknown> })

/** Declares a section. A field that is added to a form is in the file; one that is added to a row alone does not compile. */
export function fileKind<Row extends RecordRow, Form, Changes>(declared: Declared<Row, Form, Changes>): FileKind {
  const { resource, references = {}, links = {}, secrets = {}, values, isBuiltIn, carries } = declared
  // The types above have compared the fields; what follows treats all kinds alike, and the schemas check each value.
  return {
    ...(declared as unknown as Pick<FileKind, 'resource' | 'store' | 'key' | 'leftOut'>),
    section: resource.name,
    ...({ references, links, secrets } as Pick<FileKind, 'references' | 'links' | 'secrets'>),
    values: (values ?? (() => ({}))) as FileKind['values'],
    isBuiltIn: (isBuiltIn ?? (() => false)) as FileKind['isBuiltIn'],
    carries: carries ?? (() => []),
  }
}

type Shape = Record<string, z.ZodMiniType>

/** The form's fields, as the contract declares them. */
export function shapeOf({ resource }: FileKind): Shape {
  // `resource()` builds the request of a creation as an object.
  return (resource.create.request as unknown as { shape: Shape }).shape
}

/** The wire names of the fields in the file, those of the name first. */
export function fieldsOf(kind: FileKind): string[] {
  const roots = kind.key.map((one) => one.split('.')[0])
  const place = (field: string) => roots.indexOf(nameInFile(kind, field)) + 1 || roots.length + 1
  return Object.keys(shapeOf(kind))
    .filter((field) => !(field in kind.leftOut))
    .sort((a, b) => place(a) - place(b))
}

export const nameInFile = ({ references }: FileKind, field: string): string => references[field]?.as ?? field

/** Whether a field is a secret, which the contract shows by its default. */
export function isSecret(kind: FileKind, field: string): boolean {
  const parsed = shapeOf(kind)[field]?.safeParse(undefined)
  return parsed?.success === true && parsed.data === SECRET_MASK
}
