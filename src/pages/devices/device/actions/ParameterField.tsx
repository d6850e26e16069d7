import { labelOf } from '#contract/words/label.ts'
import { parameterNote } from '#contract/mdm/actions/parameters.ts'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import type { FormField } from './action-form.ts'

/** Field of an action parameter, by its type. */
export function ParameterField({ field: { name, kind, required } }: { field: FormField }) {
  // The label of a check box describes its effect instead of naming the parameter.
  if (kind === 'flag') return <CheckboxField name={name} label={parameterNote(name)} />
  const label = labelOf(name).replace(/\bpin\b/, 'PIN')
  const shared = { name, label, description: parameterNote(name), required, autoComplete: 'off' }
  if (kind === 'secret') return <PasswordField {...shared} autoComplete="new-password" />
  if (kind === 'list') return <TextField {...shared} description={`${shared.description}, separated by commas`} />
  return <TextField {...shared} inputMode={kind === 'number' ? 'numeric' : undefined} />
}
