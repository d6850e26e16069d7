import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { RequestId } from '#ui/feedback/RequestId.tsx'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import classes from './CallDetail.module.css'

/** One API call, as text. */
export type CallText = {
  name: string
  /** Section of the API reference that describes it. */
  source: string
  /** HTTP status; 0 without a response. */
  status: number
  milliseconds: number
  requestId: string
  /** Size of the response with its unit. */
  size: string
  /** The request, one header per line; undefined if it was rejected before it was sent. */
  sent: string | undefined
  /** The URL without percent-encoding, if it has any. */
  plainly: string | undefined
  curl: string
  /** The raw response body and its formatted version; empty if it was not stored. */
  answer: string
  readable: string
  /** Whether the stored response is truncated. */
  isCut: boolean
}

type Props = {
  call: CallText
  /** Shown instead of the response if its body was not stored, for example a button for a file or a secret. */
  children?: ReactNode
}

/** Details of one API call: the request according to the API reference, and the response. */
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- must be scrollable by keyboard
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
