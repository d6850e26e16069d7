import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemOf } from '#api/problem.ts'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { RadioField } from '#ui/form/RadioField.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { type Choice, type Choices, pickedMost } from './choices.ts'
import classes from './PickDialog.module.css'

type Props = {
  title: string
  /** Names the searchable fields. */
  placeholder: string
  /** Verb for the button: `Distribute`. */
  action: string
  choices: Choices
  /** Allows only one selection. */
  single?: boolean
  /** Called for each selected item in sequence; errors are shown and do not stop the rest. */
  each: (choice: Choice) => Promise<unknown>
  onDone?: () => Promise<unknown>
  onClose: () => void
}
type Failure = { label: string; message: string }
/** Dialog for selecting items of a list and applying an action to each. */
export function PickDialog({ title, placeholder, action, choices, single = false, each, onDone, onClose }: Props) {
  const ChoiceField = single ? RadioField : CheckboxField
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState<ReadonlyMap<string, Choice>>(new Map())
  const [done, setDone] = useState<number>()
  const [failures, setFailures] = useState<Failure[]>([])
  const [pending, setPending] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['pick', title, search],
    queryFn: ({ signal }) => choices.find(search, signal),
    placeholderData: (before) => before,
    gcTime: 0,
  })
  const toggle = (choice: Choice) => {
    const next = new Map(single ? [] : picked)
    if (!next.delete(choice.id)) next.set(choice.id, choice)
    setPicked(next)
  }
  const run = async () => {
    setPending(true)
    const failed = new Map<string, Choice>()
    const said: Failure[] = []
    for (const choice of picked.values()) {
      try {
        await each(choice)
      } catch (thrown) {
        const { message, next } = problemOf(thrown)
        said.push({ label: choice.label, message: `${message}. ${next}` })
        failed.set(choice.id, choice)
      }
    }
    await onDone?.()
    setPending(false)
    if (failed.size === 0) return onClose()
    setDone(picked.size - failed.size)
    setFailures(said)
    setPicked(failed)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack gap="md">
        <Group>
          <SearchField value={search} placeholder={placeholder} onChange={setSearch} />
        </Group>
        {error ? <PartProblem error={error} of={choices.of} onRetry={refetch} /> : !data && <Loading />}
        {data && (
          <fieldset className={classes.list}>
            <legend className={classes.legend}>Choose</legend>
            {data.choices.map((choice) => (
              <ChoiceField
                key={choice.id}
                name={single ? 'choice' : choice.id}
                label={choice.label}
                description={choice.note}
                checked={picked.has(choice.id)}
                onChange={() => toggle(choice)}
              />
            ))}
            {data.choices.length === 0 && <Text size="sm">No results.</Text>}
          </fieldset>
        )}
        {data?.more === true && (
          <Text size="sm" c="dimmed">
            {' '}
            First {pickedMost} shown. Refine the search to see others.
          </Text>
        )}
        {done !== undefined && (
          <Notice tone="bad" urgent title={`${done} succeeded, ${failures.length} failed`}>
            {failures.map(({ label, message }) => (
              <span key={label}>
                {label}: {message}
              </span>
            ))}
          </Notice>
        )}
        <Group justify="end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {done === undefined ? 'Cancel' : 'Close'}
          </Button>
          <Button disabled={picked.size === 0} loading={pending} onClick={() => void run()}>
            {picked.size === 0 || single ? action : `${action} (${picked.size})`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
