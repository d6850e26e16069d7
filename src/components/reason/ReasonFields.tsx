import { reasonLength } from '#contract/reason.ts'
import { TextField } from '#ui/form/TextField.tsx'

type Props = {
  /** In a dialog of its own, typing begins here. */
  autoFocus?: boolean
}

/** Why it is done, and the ticket that it belongs to: both stand in the audit. */
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
