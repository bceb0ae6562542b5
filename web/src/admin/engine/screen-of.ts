import type { Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import type { FieldOf, FilterOf, QueryOf } from '../../session/list-link.ts'
import type { RowOf, Screen } from './screen.ts'

/**
 * The screen of a resource. Names that the contract does not have are type errors.
 *
 * @template Shown fields that the forms show but do not send, such as a gateway test.
 * @template Unasked fields of the calls that no form has, such as names that old clients send with the ids.
 */
export type ScreenOf<R, Shown extends string = never, Unasked extends keyof SentOf<R> = never> = Screen<
  RowOf<R>,
  FieldOf<R>,
  SortOf<R>,
  FilterOf<R>,
  InputOf<R> | Shown,
  ValuesOf<Omit<SentOf<R>, Unasked>>
>

type SortOf<R> = NonNullable<QueryOf<R>['sort']>

/** The inputs of the two forms of a resource. */
type SentOf<R> = R extends Resource<infer _Row, infer Form, infer Changes, infer _Query> ? Form & Changes : never

/** The paths of the values in the forms of a resource: `status`, `name.description`. */
export type InputOf<R> = PathOf<SentOf<R>>

type PathOf<Values> = {
  [Name in keyof Values & string]: Values[Name] extends Group ? `${Name}.${keyof Values[Name] & string}` : Name
}[keyof Values & string]

/** The initial values of a form. */
type ValuesOf<Values> = { [Name in keyof Values]-?: Values[Name] extends Group ? ValuesOf<Values[Name]> : unknown }

type Group = { [name: string]: unknown }
