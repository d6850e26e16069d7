import type { ReactNode } from 'react'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import type { StatedReason } from '#contract/reason.ts'
import { Text } from '#ui/layout/layout.ts'
import { reasonForm } from './reason-form.ts'
import { ReasonFields } from './ReasonFields.tsx'

export type Question = {
  /** Title, as a question: `Show the passphrase of “web”?` */
  title: string
  /** Label of the submit button: `Show`. */
  action: string
  /** Information shown above the fields. */
  about?: ReactNode
}
type Props = Question & { onAnswer: (why: StatedReason | undefined) => void }

/** Prompts for a reason before a secret is shown or exported. */
export const ReasonDialog = ({ title, action, about, onAnswer }: Props) => (
  <FormDialog
    title={title}
    action={action}
    schema={reasonForm}
    send={async (why) => why}
    onSent={onAnswer}
    onClose={() => onAnswer(undefined)}
  >
    {about !== undefined && <Text size="sm">{about}</Text>}
    <ReasonFields autoFocus />
  </FormDialog>
)
