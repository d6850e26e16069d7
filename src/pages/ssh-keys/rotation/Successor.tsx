import { type ReactNode, useState } from 'react'
import { change, useAttempt } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { createSshKey } from '#contract/keys/ssh.ts'
import { newKeyForm, toCreateSshKey } from '#pages/ssh-keys/keys/new-key.ts'
import { NewKeyFields } from '#pages/ssh-keys/keys/NewKeyFields.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { useCheckedForm } from '#ui/form/checked-form.ts'
import { SelectField } from '#ui/form/SelectField.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { nameAfter } from './name-after.ts'

type Props = { former: string; others: readonly string[]; onChosen: (name: string) => void }

/** The key that takes over: a new one, or one that is there already. */
export function Successor({ former, others, onChosen }: Props) {
  const [isThere, setThere] = useState(false)
  const may = useMay()(createSshKey.permission)
  const otherWay = others.length > 0 && (
    <Button variant="default" onClick={() => setThere(!isThere)}>
      {isThere ? 'Create a new key instead' : 'Use an existing key'}
    </Button>
  )
  if (!may) return <Text size="sm">Rotating a key requires {createSshKey.permission}.</Text>
  return (
    <Stack gap="md" maw="34rem">
      {isThere ? (
        <Existing others={others} otherWay={otherWay} onChosen={onChosen} />
      ) : (
        <Created name={nameAfter(former, others)} otherWay={otherWay} onChosen={onChosen} />
      )}
    </Stack>
  )
}

type WayProps = {
  /** The button to the other of the two ways. */
  otherWay: ReactNode
  onChosen: (name: string) => void
}

function Created({ name, otherWay, onChosen }: WayProps & { name: string }) {
  const { problem, attempted } = useAttempt()
  const { errors, pending, formProps } = useCheckedForm(newKeyForm, (entered) =>
    attempted(async () => {
      await change(createSshKey, toCreateSshKey(entered))
      onChosen(entered.keyName)
    }),
  )
  return (
    <form {...formProps} aria-label="New key">
      <Stack gap="md">
        <NewKeyFields errors={errors} name={name} />
        {problem && <ProblemPanel problem={problem} />}
        <Group>
          <Button type="submit" loading={pending}>
            Create key
          </Button>
          {otherWay}
        </Group>
      </Stack>
    </form>
  )
}

function Existing({ others, otherWay, onChosen }: WayProps & { others: readonly string[] }) {
  const [chosen, setChosen] = useState(others[0] ?? '')
  return (
    <form
      aria-label="New key"
      onSubmit={(event) => {
        event.preventDefault()
        onChosen(chosen)
      }}
    >
      <Stack gap="md">
        <SelectField
          name="keyName"
          label="Key"
          options={others.map((name) => ({ value: name, label: name }))}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        <Group>
          <Button type="submit">Use this key</Button>
          {otherWay}
        </Group>
      </Stack>
    </form>
  )
}
