import { TextField } from '#ui/form/TextField.tsx'

/** The optional description of a group or profile. */
export function DescriptionField({ error }: { error: string | undefined }) {
  return <TextField name="description" label="Description" description="Optional." maxLength={1000} error={error} />
}
