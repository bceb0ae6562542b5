/** SQL: the actions and pages of a conflict rule as an array of text, as the contract writes them. One of a page that is gone is left out. */
export const dutiesIn = (rule: string): string => `array(
  select coalesce(p.name, '') || '/' || coalesce(d.action, '')
  from rows from (jsonb_to_recordset(${rule}.duties) as (page uuid, action text)) with ordinality d(page, action, place)
    left join pages p on p.id = d.page where d.page is null or p.id is not null order by d.place)`
