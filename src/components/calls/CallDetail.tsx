import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { RequestId } from '#ui/feedback/RequestId.tsx'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import classes from './CallDetail.module.css'

/** One call to a server, in texts. */
export type ShownCall = {
  name: string
  /** Where the reference describes it. */
  source: string
  /** 0 where no answer came. */
  status: number
  milliseconds: number
  requestId: string
  /** Of the answer, with its unit. */
  size: string
  /** The request as lines; undefined where it was refused before it was sent. */
  sent: string | undefined
  /** The address without its escapes, where it has any. */
  plainly: string | undefined
  curl: string
  /** The answer as it came, and the same to read; empty where it was not kept. */
  answer: string
  readable: string
  /** Only the beginning of the answer was kept. */
  isCut: boolean
}

type Props = {
  call: ShownCall
  /** Stands for the answer where its text was not kept: a file to save, a secret to reveal. */
  children?: ReactNode
}

/** One call: what goes to the server, by the reference, and what came back. */
export function CallDetail({ call, children }: Props) {
  const { name, source, status, milliseconds, requestId, size, sent, plainly, curl, answer, readable, isCut } = call
  return (
    <Stack gap="xs">
      <Text size="sm">
        <code>{name}</code>, {source}. {status === 0 ? 'No response' : `HTTP ${status}`}, after{' '}
        {milliseconds.toLocaleString('en')} ms, {size}.
      </Text>
      <RequestId id={requestId} />
      <Heading text="Request sent">{curl && <CopyButton value={curl} label="Copy as cURL" withText />}</Heading>
      <Text size="sm" c="dimmed">
        As documented in the API reference. The request sent to this connection may differ.
      </Text>
      <Wire label="Request" text={sent ?? 'Rejected before it was sent.'} />
      {plainly && (
        <Text size="sm" c="dimmed" className={classes.plainly}>
          Without escapes: <code>{plainly}</code>
        </Text>
      )}
      <Heading text="Response received">
        {answer && <CopyButton value={answer} label="Copy response" withText />}
      </Heading>
      {isCut && (
        <Text size="sm" c="dimmed">
          Only the first {answer.length.toLocaleString('en')} characters are stored.
        </Text>
      )}
      {children ?? (
        <Wire
          label="Response"
          text={answer ? readable : 'Not stored: it may contain a secret, is a file, or was empty.'}
        />
      )}
    </Stack>
  )
}

function Wire({ label, text }: { label: string; text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <section aria-label={label} tabIndex={0} className={classes.wire}>
      <pre>{text}</pre>
    </section>
  )
}

function Heading({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Group justify="space-between" mt="sm">
      <Text component="h3" fw={600} size="sm">
        {text}
      </Text>
      {children}
    </Group>
  )
}
