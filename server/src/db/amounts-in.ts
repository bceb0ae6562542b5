const RUPEES = 'FM99,99,99,99,99,99,990'

/** SQL: the amounts of an application role, such as ₹0–₹50,000 or ₹50,000+. */
export const amountsIn = (role: string) => `'₹' || to_char(coalesce(${role}.range_from, 0) / 100, '${RUPEES}')
  || case when ${role}.range_to is null then '+' else '–' || to_char(${role}.range_to / 100, '${RUPEES}') end`

/** SQL: a step of approvals by its application `a`, client `c`, document approval `d` with its page `p`, and a role with a sequence. */
export const stepIn = (role: string) =>
  `concat_ws(' · ', a.name, c.display_name, case when d.all_pages then 'All' else p.name end,
    'step ' || coalesce(${role}.sequence, 0), r.name, ${amountsIn(role)})`
