import { type ChangeEvent, useEffect, useState } from 'react'
import { useAttempt } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { TimeoutField } from '#components/discovery/TimeoutField.tsx'
import { timeoutError, useStoredTimeout, useTimeoutInSeconds } from '#components/discovery/timeout.ts'
import { counted } from '#contract/words/counted.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { ChoiceField } from '#ui/form/ChoiceField.tsx'
import { FileChoice } from '#ui/form/FileChoice.tsx'
import { TextAreaField } from '#ui/form/TextAreaField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Group, Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { dropDraft, readDraft, writeDraft } from '#ui/wizard/wizard-draft.ts'
import { durationText, worstCaseSeconds } from './plan.ts'
import { maxTargets, type Target, type Wrong } from './targets.ts'
import { type How, emptyForm, understood, type DiscoveryForm } from './discovery-form.ts'

type Props = {
  /** Storage key of the draft. */
  draft: string
  onStart: (targets: readonly Target[], timeout: string) => Promise<void>
  onPlan: (targets: readonly Target[], timeout: string) => void
}

const ways: readonly { value: How; label: string }[] = [
  { value: 'host', label: 'Single host' },
  { value: 'range', label: 'IP address range' },
  { value: 'list', label: 'List or file' },
]
const maxFileBytes = 1024 * 1024

/** Targets of a discovery, with their number and the worst-case duration. */
export function TargetForm({ draft, onStart, onPlan }: Props) {
  const [timeout, keepTimeout] = useStoredTimeout(emptyForm.timeout)
  const [wanted, setWanted] = useState<DiscoveryForm>(() => ({
    ...emptyForm,
    timeout,
    ...(readDraft(draft) as Partial<DiscoveryForm>),
  }))
  const [tried, setTried] = useState(false)
  const [isTooLarge, setTooLarge] = useState(false)
  const { problem, pending, attempt } = useAttempt()
  const isInSeconds = useTimeoutInSeconds()
  const { targets, errors, wrong } = understood(wanted)
  const tooMany = targets.length > maxTargets
  const ready =
    targets.length > 0 && !tooMany && Object.keys(errors).length === 0 && !timeoutError(wanted.timeout, isInSeconds)

  // Browser storage: restores entered values after a reload.
  useEffect(() => {
    if (wanted !== emptyForm) writeDraft(draft, wanted, [])
  }, [draft, wanted])

  const set = (name: keyof DiscoveryForm, text: string) => setWanted((now) => ({ ...now, [name]: text }))
  const field = (name: keyof DiscoveryForm, label: string) => ({
    name,
    label,
    value: wanted[name],
    error: tried || wanted[name] !== emptyForm[name] ? errors[name] : undefined,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      set(name, currentTarget.value),
  })
  /** The file is not uploaded: its lines are copied to the text field for review. */
  const readList = async (file: File) => {
    setTooLarge(file.size > maxFileBytes)
    if (file.size > maxFileBytes) return
    set('list', await file.text())
  }
  const start = () => {
    setTried(true)
    if (!ready || pending) return
    keepTimeout(wanted.timeout)
    attempt(async () => {
      await onStart(targets, wanted.timeout)
      dropDraft(draft)
    })
  }
  const plan = () => {
    setTried(true)
    if (!ready) return
    keepTimeout(wanted.timeout)
    onPlan(targets, wanted.timeout)
  }
  const tooManyReason = tooMany && `The maximum is ${maxTargets.toLocaleString('en')} hosts per discovery.`
  return (
    <form
      noValidate
      aria-label="Discover certificates"
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      <Panel title="Targets">
        <Stack gap="md">
          <ChoiceField
            inline
            label="Type"
            value={wanted.how}
            options={ways}
            onChange={(how) => setWanted({ ...wanted, how })}
          />
          {wanted.how === 'host' && (
            <Group align="start">
              <TextField
                {...field('host', 'Host')}
                placeholder="www.example.com or 10.1.2.3"
                style={{ width: 'min(22rem, 100%)' }}
              />
              <TextField {...field('port', 'Port')} inputMode="numeric" style={{ width: 'min(7rem, 100%)' }} />
            </Group>
          )}
          {wanted.how === 'range' && (
            <Group align="start">
              <TextField
                {...field('start', 'First address')}
                placeholder="10.1.2.1"
                style={{ width: 'min(16rem, 100%)' }}
              />
              <TextField
                {...field('end', 'Last address')}
                placeholder="10.1.2.254"
                style={{ width: 'min(16rem, 100%)' }}
              />
              <TextField {...field('port', 'Port')} inputMode="numeric" style={{ width: 'min(7rem, 100%)' }} />
            </Group>
          )}
          {wanted.how === 'list' && (
            <>
              <TextAreaField
                rows={8}
                {...field('list', 'Hosts')}
                description="One host or address per line, followed by the port if it is not 443. Lines starting with # are comments."
              />
              <FileChoice
                label="Load from a file"
                accept=".txt,.csv,text/plain"
                onFile={(file) => void readList(file)}
              />
              {isTooLarge && (
                <Notice tone="bad" title="The file is larger than 1 MiB" urgent>
                  <span>The file was not loaded. Split it into smaller files.</span>
                </Notice>
              )}
              <WrongLines wrong={wrong} />
            </>
          )}
          <TimeoutField value={wanted.timeout} onChange={(text) => set('timeout', text)} />
          {ready && (
            <Text component="output" size="sm">
              {counted(targets.length, 'host', 'hosts')}
              {isInSeconds
                ? `, up to ${durationText(worstCaseSeconds(targets.length, Number(wanted.timeout)))} if none of them responds.`
                : '.'}
            </Text>
          )}
          {tooMany && (
            <Notice tone="bad" title={`${targets.length.toLocaleString('en')} hosts`}>
              <span>The maximum is {maxTargets.toLocaleString('en')} hosts per discovery. Split the list.</span>
            </Notice>
          )}
          {problem && <ProblemPanel problem={problem} />}
          <Group gap="sm">
            <ActionButton variant="filled" type="submit" loading={pending} reason={tooManyReason}>
              Start discovery
            </ActionButton>
            <ActionButton reason={tooManyReason} onClick={plan}>
              Schedule…
            </ActionButton>
          </Group>
        </Stack>
      </Panel>
    </form>
  )
}

const shownLines = 20
function WrongLines({ wrong }: { wrong: readonly Wrong[] }) {
  if (wrong.length === 0) return null
  const title = counted(wrong.length, 'line skipped', 'lines skipped')
  return (
    <Notice tone="warn" title={title}>
      <ul>
        {wrong.slice(0, shownLines).map(({ line, text, why }) => (
          <li key={line}>
            Line {line}, <code>{text}</code>: {why}
          </li>
        ))}
      </ul>
      {wrong.length > shownLines && <span>{wrong.length - shownLines} more.</span>}
    </Notice>
  )
}
