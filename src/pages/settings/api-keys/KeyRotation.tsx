import { useState } from 'react'
import { change } from '#api/change.ts'
import { useSentForm } from '#components/actions/use-sent-form.ts'
import { type connections, type ConnectionView, replaceKey } from '#contract/console/connections.ts'
import type { Output } from '#contract/endpoint.ts'
import { Refused } from '#pages/settings/Refused.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Form } from '#ui/form/Form.tsx'
import { DateField } from '#ui/form/DateField.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { Button, Group } from '#ui/layout/layout.ts'
import { type StepItem, Steps } from '#ui/wizard/Steps.tsx'
import { dayOf, keyForm, toReplaceKey } from './key-form.ts'
import classes from './KeyRotation.module.css'
import { aboutOldKey, guideFor } from './rotation-guide.ts'

type Props = { connection: ConnectionView; embedded: boolean; onClose: () => void }
/** Result of the replacement, and the data of the previous key. */
type Done = Output<typeof connections.replaceKey> & Pick<ConnectionView, 'key'>

/** Rotation of a key. The old key remains in use until the new one has been verified. */
export function KeyRotation({ connection, embedded, onClose }: Props) {
  const guide = guideFor(connection.service, embedded)
  const [done, setDone] = useState<Done>()
  const made: StepItem = {
    title: 'Generate a new key on the server',
    done: done !== undefined,
    children: guide.make.map((sentence) => <p key={sentence}>{sentence}</p>),
  }
  const tested: StepItem = {
    title: 'Test and activate the new key',
    done: done !== undefined,
    children: done ? (
      <output>The new key works and is now used for all calls. No restart is required.</output>
    ) : (
      <>
        {connection.credential === 'the person' && (
          <p>
            All users then act as the account of the key. Individual users are recorded only in the audit of this
            console.
          </p>
        )}
        <KeyForm connection={connection} onDone={setDone} onClose={onClose} />
      </>
    ),
  }
  const old = done?.key && aboutOldKey(done.oldKey, { key: done.key, embedded, guide })
  const ended: StepItem = {
    title: 'Revoke the old key',
    done: old?.tone === 'ok',
    children: old ? (
      <Notice tone={old.tone} title={old.tone === 'ok' ? 'Done' : 'Action required'} urgent>
        <span>{old.text}</span>
      </Notice>
    ) : (
      <p>The console checks whether the server still accepts the old key.</p>
    ),
  }
  const hasOld = done ? done.key !== undefined : connection.key !== undefined
  return (
    <>
      <Steps
        label={`Replacing the key of ${connection.name}`}
        items={hasOld ? [made, tested, ended] : [made, tested]}
      />
      {done && (
        <Button variant="default" size="xs" w="fit-content" onClick={onClose}>
          Close
        </Button>
      )}
    </>
  )
}

type FormProps = Pick<Props, 'connection' | 'onClose'> & { onDone: (done: Done) => void }

/** Form for the new key. The field keeps its value after an error and is cleared on success. */
function KeyForm({ connection: { name, service, key }, onDone, onClose }: FormProps) {
  const [today] = useState(() => dayOf(Date.now()))
  const { problem, pending, formProps } = useSentForm(keyForm, async (typed, form) => {
    const { oldKey } = await change(replaceKey, toReplaceKey(name, typed, today))
    form.reset()
    onDone({ oldKey, key })
  })
  const refused = problem?.field && {
    [problem.field === 'madeAt' ? 'madeOn' : problem.field]: `${problem.message}. ${problem.next}`,
  }
  return (
    <Form {...formProps} errors={{ ...refused, ...formProps.errors }} aria-label={`New key of ${name}`}>
      <div className={classes.fields}>
        <PasswordField name="key" label="New key" description="Paste the complete key." autoComplete="off" autoFocus />
        {service === 'mdm' && (
          <DateField
            name="madeOn"
            label="Created on"
            description="The key expires six months after this date."
            defaultValue={today}
            max={today}
          />
        )}
      </div>
      {!problem?.field && <Refused problem={problem} />}
      <Group gap="sm" mt="sm">
        <Button type="submit" size="xs" loading={pending}>
          Test and activate
        </Button>
        <Button variant="default" size="xs" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </Form>
  )
}
