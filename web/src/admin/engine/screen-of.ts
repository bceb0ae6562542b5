import type { Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import type { FieldOf, FilterOf, QueryOf } from '../../session/list-link.ts'
import type { RowOf, Screen } from './screen.ts'

/**
 * The screen of a resource, which can name nothing that the contract does not have.
 *
 * @template Shown fields that the forms show and do not send, such as a test beside a gateway.
 * @template Unasked what the calls take and no form asks for, such as names that old clients send beside the ids.
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

/** What the two forms of a resource send. */
type SentOf<R> = R extends Resource<infer _Row, infer Form, infer Changes, infer _Query> ? Form & Changes : never

/** The places of the values in the forms of a resource: `status`, `name.description`. */
export type InputOf<R> = PathOf<SentOf<R>>

type PathOf<Values> = {
  [Name in keyof Values & string]: Values[Name] extends Group ? `${Name}.${keyof Values[Name] & string}` : Name
}[keyof Values & string]

/** The values that a form starts with, of whatever kind. */
type ValuesOf<Values> = { [Name in keyof Values]-?: Values[Name] extends Group ? ValuesOf<Values[Name]> : unknown }

type Group = { [name: string]: unknown }
