import { raw, type Sql } from 'sql-template-tag'

const COLUMNS = '(page uuid, action text, "by" text)'

/** SQL: the actions and pages of a conflict rule as rows `d`, with their places. */
export const dutyRows = (rule: string): Sql =>
  raw(
    `rows from (jsonb_to_recordset(${rule}.duties) as ${COLUMNS}) with ordinality d(page, action, "by", place) left join pages p on p.id = d.page`,
  )

/** SQL: one of them as `writeDuty` writes it. Those of before page access say nothing about `by`. */
export const WRITTEN_DUTY = `case when d."by" = 'access' then p.name || '[' || coalesce(d.action, '') || ']'
  else coalesce(p.name, '') || '/' || coalesce(d.action, '') end`

/** SQL: all of them as an array of text. One of a page that is gone is left out. */
export const dutiesIn = (rule: string): string => `array(
  select ${WRITTEN_DUTY} from ${dutyRows(rule).sql} where d.page is null or p.id is not null order by d.place)`
