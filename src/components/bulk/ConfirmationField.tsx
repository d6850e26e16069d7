import { TextField } from '#ui/form/TextField.tsx'

type Props = { phrase: string; value: string; onChange: (value: string) => void }

/** What cannot be undone is confirmed by typing what is done, and to how many. */
export const ConfirmationField = ({ phrase, value, onChange }: Props) => (
  <TextField
    name="confirmation"
    label={`Type “${phrase}” to confirm`}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
