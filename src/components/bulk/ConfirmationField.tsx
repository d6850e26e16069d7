import { TextField } from '#ui/form/TextField.tsx'

type Props = { phrase: string; value: string; onChange: (value: string) => void }

/** Confirmation of an irreversible action: the user types the action and the number of objects. */
export const ConfirmationField = ({ phrase, value, onChange }: Props) => (
  <TextField
    name="confirmation"
    label={`Type “${phrase}” to confirm`}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
