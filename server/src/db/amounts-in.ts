const RUPEES = 'FM99,99,99,99,99,99,990'

const rupeesIn = (paise: string) => `'₹' || to_char((${paise}) / 100, '${RUPEES}')
  || case when (${paise}) % 100 <> 0 then '.' || to_char((${paise}) % 100, 'FM00') else '' end`

/** SQL: the first and the last amount of an application role in paise, the last is null without an end. A bound that does not belong to them is one paisa away. */
export const lowestIn = (role: string) => `coalesce(${role}.range_from + (${role}.bounds like '(%')::int, 0)`
export const highestIn = (role: string) => `${role}.range_to - (${role}.bounds like '%)')::int`

/** SQL: the amounts of an application role, such as ₹0–₹50,000 or ₹50,000.01+. */
export const amountsIn = (role: string) => `${rupeesIn(lowestIn(role))}
  || case when ${role}.range_to is null then '+' else '–' || ${rupeesIn(highestIn(role))} end`

/**
 * SQL: a step of approvals by its application `a`, client `c`, document approval `d` with its page `p`, and a role. Roles without a sequence act
 * last.
 */
export const stepIn = (role: string) =>
  `concat_ws(' · ', a.name, c.display_name, case when d.all_pages then 'All' else p.name end,
    coalesce('step ' || ${role}.sequence, 'last step'), r.name, ${amountsIn(role)})`
