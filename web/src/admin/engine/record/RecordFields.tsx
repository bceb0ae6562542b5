import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { get } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FieldValue, wordsOfField } from '../fields/FieldValue.tsx'
import { type FormField, fieldsOf } from '../fields/field.ts'
import type { Screen } from '../screen.ts'
import { EMPTY } from '../text-of.ts'
import { Facts } from './Facts.tsx'

type Props<Row extends RecordRow> = {
  screen: Screen<Row>
  row: Row
  /** English: heads what stands before the first group of the form. */
  heading: string
}

/** What the form of a record holds, to read, under the headings of the form. */
export function RecordFields<Row extends RecordRow>({ screen, row, heading }: Props<Row>) {
  const { t } = useTranslation()
  const values = screen.toForm(row)
  const asked = fieldsOf(screen.fields, 'update').filter((field) => isShown(field, values))
  return (
    <div className="record-columns">
      {groupsOf(asked, heading).map((group) => {
        const isSet = (field: FormField) => wordsOfField(field, get(values, field.name), t) !== EMPTY
        return (
          <Facts
            key={group.heading}
            heading={t(group.heading)}
            facts={group.fields.filter(isSet).map((field) => ({
              label: t(field.label),
              value: <FieldValue field={field} value={get(values, field.name)} />,
            }))}
            unset={group.fields.filter((field) => !isSet(field)).map(({ label }) => t(label))}
          />
        )
      })}
    </div>
  )
}

/** A field is there when the form asks for it; pictures stand beside the name. */
function isShown({ name, Input, onlyWith }: FormField, values: Record<string, unknown>): boolean {
  if (Input.isPicture || get(values, name) === undefined) return false
  return !onlyWith || onlyWith.values.includes(String(get(values, onlyWith.field)))
}

function groupsOf(fields: readonly FormField[], first: string) {
  const groups: { heading: string; fields: FormField[] }[] = []
  for (const field of fields) {
    if (field.group || groups.length === 0) groups.push({ heading: field.group ?? first, fields: [] })
    groups.at(-1)?.fields.push(field)
  }
  return groups
}
