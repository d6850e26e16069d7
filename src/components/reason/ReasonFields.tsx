import { reasonLength } from '#contract/reason.ts'
import { TextField } from '#ui/form/TextField.tsx'

type Props = {
  /** Focuses the first field, in a dialog of its own. */
  autoFocus?: boolean
}

/** Fields for the reason of an action and its ticket number; both are recorded in the audit. */
export const ReasonFields = ({ autoFocus }: Props) => (
  <>
    <TextField
      name="reason"
      label="Reason"
      description="Shown in the audit, together with your user name."
      required
      autoFocus={autoFocus}
      autoComplete="off"
      maxLength={reasonLength.max}
    />
    <TextField name="ticket" label="Ticket number (optional)" placeholder="INC-4711" autoComplete="off" />
  </>
)
