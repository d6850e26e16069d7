import { useState } from 'react'
import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { type AnnotatedKind, annotated, annotatedKinds } from '#contract/console/annotations/annotated-things.ts'
import { fieldTypes, type FieldType } from '#contract/console/annotations/annotation-values.ts'
import { type AnnotationField, maxChoices, saveAnnotationField } from '#contract/console/annotations/annotations.ts'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextAreaField } from '#ui/form/TextAreaField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'

export const typeLabels: Readonly<Record<FieldType, string>> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  choice: 'Choice',
  'yes-no': 'Yes or no',
}
const { name, type } = saveAnnotationField.input.shape
const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
const ticked = z._default(z.string(), '')
const form = z.object({
  name,
  type,
  choices: z._default(z.string(), ''),
  ...(Object.fromEntries(annotatedKinds.map((kind) => [kind, ticked])) as Record<AnnotatedKind, typeof ticked>),
})

/** Creates or edits a custom field. The type of an existing field cannot be changed. */
export function FieldDialog({ field, onClose }: { field?: AnnotationField; onClose: () => void }) {
  const [chosen, setChosen] = useState<FieldType>(field?.type ?? 'text')
  return (
    <FormDialog
      title={field ? `Edit the field ${field.name}` : 'New field'}
      action="Save field"
      schema={form}
      send={({ choices, ...values }) =>
        change(saveAnnotationField, {
          ...(field && { field: field.id }),
          name: values.name,
          type: values.type,
          choices: lines(choices),
          kinds: annotatedKinds.filter((kind) => values[kind] !== ''),
        })
      }
      onClose={onClose}
    >
      <TextField name="name" label="Name" defaultValue={field?.name} autoFocus />
      {field ? (
        <>
          <input type="hidden" name="type" value={field.type} />
          <Text size="sm">Type: {typeLabels[field.type]}. It does not change.</Text>
        </>
      ) : (
        <SelectField
          name="type"
          label="Type"
          value={chosen}
          options={fieldTypes.map((value) => ({ value, label: typeLabels[value] }))}
          onChange={({ currentTarget }) => setChosen(currentTarget.value as FieldType)}
        />
      )}
      {chosen === 'choice' && (
        <TextAreaField
          name="choices"
          label="Choices"
          description={`One on each line, at most ${maxChoices}`}
          rows={4}
          defaultValue={field?.choices.join('\n')}
        />
      )}
      <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
        <Text component="legend" size="sm" fw={500} mb={6}>
          Applies to
        </Text>
        <Stack gap="xs">
          {annotatedKinds.map((kind) => (
            <CheckboxField
              key={kind}
              name={kind}
              label={annotated[kind].many}
              defaultChecked={field?.kinds.includes(kind) ?? true}
            />
          ))}
        </Stack>
      </fieldset>
    </FormDialog>
  )
}
