import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useAttempt } from '#api/change.ts'
import { DialogButtons } from '#components/actions/DialogButtons.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { type Timing, type TimingForm, understoodTiming } from './timing-form.ts'
import { TimingFields } from './TimingFields.tsx'

type Props = {
  title: string
  /** Label of the submit button: `Schedule`. */
  action: string
  start: TimingForm
  isOnce?: boolean
  /** Fields shown above the timing. */
  fields?: ReactNode
  send: (timing: Timing) => Promise<unknown>
  onClose: () => void
}

/** Dialog for the timing of a schedule. */
export function TimingDialog({ title, action, start, isOnce = false, fields, send, onClose }: Props) {
  const [form, setForm] = useState(start)
  const [tried, setTried] = useState(false)
  const { problem, pending, attempt } = useAttempt()
  const { timing, errors } = understoodTiming(form)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation() // the event would otherwise reach a surrounding form
    setTried(true)
    if (timing && !pending) attempt(() => send(timing))
  }
  return (
    <Dialog title={title} onClose={onClose} size="xl">
      <Form errors={tried ? errors : {}} aria-label={title} onSubmit={submit}>
        <Stack gap="md">
          {fields}
          <TimingFields form={form} errors={tried ? errors : {}} timing={timing} isOnce={isOnce} onChange={setForm} />
          {problem && <ProblemPanel problem={problem} />}
          <DialogButtons action={action} pending={pending} onClose={onClose} />
        </Stack>
      </Form>
    </Dialog>
  )
}
