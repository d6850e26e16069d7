import { useState } from 'react'
import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { queryClient } from '#api/client.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { checkedValue, longest } from '#contract/console/annotations/annotation-values.ts'
import { type AnnotationCell, changeAnnotation } from '#contract/console/annotations/annotations.ts'
import { DateField } from '#ui/form/DateField.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextAreaField } from '#ui/form/TextAreaField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Text } from '#ui/layout/layout.ts'
import { type AnnotatedThing, annotationOf, type DisplayedField, shownLabel } from './annotation-query.ts'

type Props = {
  thing: AnnotatedThing
  fields: readonly DisplayedField[]
  cells: readonly AnnotationCell[]
  onClose: () => void
}
type Values = Readonly<Record<string, string>>

const valuesIn = (cells: readonly AnnotationCell[]): Values =>
  Object.fromEntries(cells.map(({ field, value }) => [field, value]))

/**
 * Dialog for notes and tags. Only changed fields are sent. If another user has changed a field in the meantime, saving
 * fails and shows that value; saving again overwrites it.
 */
export function EditNotes({ thing, fields, cells, onClose }: Props) {
  const [opened] = useState(() => valuesIn(cells))
  /** Most recently read values. */
  const [known, setKnown] = useState(opened)
  const save = async (typed: Values) => {
    const changed = fields.flatMap(({ id, own }) => {
      const checked = checkedValue(id, typed[id] ?? '', own)
      const after = 'value' in checked ? checked.value : ''
      return after === (opened[id] ?? '') && known[id] === opened[id]
        ? []
        : [{ field: id, before: known[id] ?? '', after }]
    })
    if (changed.length === 0) return
    const { kind, subject, label, identifiers } = thing
    const input = { kind, subject, label: shownLabel(label), identifiers: [...identifiers], cells: changed }
    try {
      await change(changeAnnotation, input)
    } catch (error) {
      const now = await queryClient.query({ ...annotationOf(thing), staleTime: 0 }).catch(() => undefined)
      // Values of unedited fields keep the changes of other users.
      if (now) setKnown({ ...opened, ...pick(valuesIn(now.cells), changed) })
      throw error
    }
  }
  return (
    <FormDialog
      title={`Notes and tags of ${thing.label || thing.subject}`}
      action="Save"
      schema={schemaOf(fields)}
      send={save}
      onClose={onClose}
    >
      <Text size="sm">Visible to everyone who can open this page. Do not enter passwords or keys.</Text>
      {fields.map((field, at) => (
        <AnnotationInput key={field.id} field={field} value={opened[field.id] ?? ''} autoFocus={at === 0} />
      ))}
    </FormDialog>
  )
}

const pick = (values: Values, cells: readonly { field: string }[]): Values =>
  Object.fromEntries(cells.map(({ field }) => [field, values[field] ?? '']))

const schemaOf = (fields: readonly DisplayedField[]) =>
  z.object(
    Object.fromEntries(
      fields.map(({ id, own }) => {
        const wrong = (typed: unknown) => {
          const checked = checkedValue(id, String(typed), own)
          return 'problem' in checked ? `This ${checked.problem}` : undefined
        }
        const refused = z.refine<string>((typed) => wrong(typed) === undefined, { error: ({ input }) => wrong(input) })
        return [id, z.string().check(refused)]
      }),
    ),
  )

type InputProps = { field: DisplayedField; value: string; autoFocus: boolean }

function AnnotationInput({ field: { id, name, own }, value, autoFocus }: InputProps) {
  const common = { name: id, label: name, defaultValue: value, autoFocus }
  if (id === 'note') return <TextAreaField {...common} rows={5} maxLength={longest.note} />
  if (id === 'tags') return <TextField {...common} description="Separated by commas" maxLength={longest.tags} />
  if (id === 'owner') return <TextField {...common} maxLength={longest.owner} />
  switch (own?.type ?? 'text') {
    case 'date':
      return <DateField {...common} />
    case 'number':
      return <TextField {...common} inputMode="decimal" />
    case 'yes-no':
      return <SelectField {...common} options={withNone(['yes', 'no'], value)} />
    case 'choice':
      return <SelectField {...common} options={withNone(own?.choices ?? [], value)} />
    case 'text':
    default:
      return <TextField {...common} maxLength={longest.text} />
  }
}

/** Includes the current value even if it is no longer among the choices. */
const withNone = (choices: readonly string[], value: string) =>
  ['', ...new Set(value === '' ? choices : [...choices, value])].map((choice) => ({
    value: choice,
    label: choice === '' ? '–' : choice === 'yes' ? 'Yes' : choice === 'no' ? 'No' : choice,
  }))
