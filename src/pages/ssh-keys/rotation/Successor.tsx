import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { change } from '#api/change.ts'
import { useSentForm } from '#components/actions/use-sent-form.ts'
import { QueryState } from '#components/actions/QueryState.tsx'
import type { findSshKeys } from '#contract/console/ssh-key-list.ts'
import type { Output } from '#contract/endpoint.ts'
import { createSshKey } from '#contract/keys/ssh.ts'
import { newKeyForm, toCreateSshKey } from '#pages/ssh-keys/keys/new-key.ts'
import { NewKeyFields } from '#pages/ssh-keys/keys/NewKeyFields.tsx'
import { firstKeys, keysNamedLike } from '#pages/ssh-keys/queries.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Form } from '#ui/form/Form.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Button, Group, Stack } from '#ui/layout/layout.ts'
import { nameAfter, stemOf } from './name-after.ts'

type Props = { former: string; onChosen: (name: string) => void }

/** Selects the replacement key: a new or an existing one. */
export function Successor({ former, onChosen }: Props) {
  const { data: first, error } = useQuery(firstKeys)
  const named = useQuery(keysNamedLike(stemOf(former).slice(0, 200)))
  const alike = named.data
  const [isThere, setThere] = useState(false)
  if (!first || !alike) return <QueryState error={error ?? named.error} waiting lines={4} />
  const others = namesIn(first).filter((name) => name !== former)
  const otherWay = others.length > 0 && (
    <Button variant="default" onClick={() => setThere(!isThere)}>
      {isThere ? 'Create a new key instead' : 'Use an existing key'}
    </Button>
  )
  return (
    <Stack gap="md" maw="34rem">
      {isThere ? (
        <Existing others={others} isCut={first.total > first.rows.length} otherWay={otherWay} onChosen={onChosen} />
      ) : (
        <Created name={nameAfter(former, namesIn(alike))} otherWay={otherWay} onChosen={onChosen} />
      )}
    </Stack>
  )
}

const namesIn = ({ rows }: Output<typeof findSshKeys>) => rows.flatMap(({ key }) => key.KeyName ?? [])

type WayProps = {
  /** Button that switches between a new and an existing key. */
  otherWay: ReactNode
  onChosen: (name: string) => void
}

function Created({ name, otherWay, onChosen }: WayProps & { name: string }) {
  const { problem, pending, formProps } = useSentForm(newKeyForm, async (entered) => {
    await change(createSshKey, toCreateSshKey(entered))
    onChosen(entered.keyName)
  })
  return (
    <Form {...formProps} aria-label="New key">
      <Stack gap="md">
        <NewKeyFields name={name} />
        {problem && <ProblemPanel problem={problem} />}
        <Group>
          <Button type="submit" loading={pending}>
            Create key
          </Button>
          {otherWay}
        </Group>
      </Stack>
    </Form>
  )
}

/** `isCut`: there are more keys than listed, so the name is entered as text. */
type ExistingProps = WayProps & { others: readonly string[]; isCut: boolean }

function Existing({ others, isCut, otherWay, onChosen }: ExistingProps) {
  const [chosen, setChosen] = useState(isCut ? '' : (others[0] ?? ''))
  const field = {
    name: 'keyName',
    label: 'Key',
    value: chosen,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => setChosen(currentTarget.value),
  }
  return (
    <form
      aria-label="New key"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen.trim() !== '') onChosen(chosen.trim())
      }}
    >
      <Stack gap="md">
        {isCut ? (
          <TextField {...field} autoComplete="off" maxLength={255} description="The exact name of the key." />
        ) : (
          <SelectField {...field} options={others.map((name) => ({ value: name, label: name }))} />
        )}
        <Group>
          <Button type="submit">Use this key</Button>
          {otherWay}
        </Group>
      </Stack>
    </form>
  )
}
