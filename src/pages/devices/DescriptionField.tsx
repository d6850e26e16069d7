import { TextField } from '#ui/form/TextField.tsx'

/** The optional description of a group or profile. */
export function DescriptionField() {
  return <TextField name="description" label="Description" description="Optional." maxLength={1000} />
}
