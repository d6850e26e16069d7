import type { ReactNode } from 'react'
import type { LoggedCall } from '#api/wire-log.ts'
import { parseJson, stringifyJson } from '#contract/json.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Button, Group, Text } from '#ui/layout.ts'
import { Panel } from '#ui/Panel.tsx'
import classes from './CallDetail.module.css'

/** One call: what goes to the server, by the reference, and what came back. */
export function CallDetail({ call, onClose }: { call: LoggedCall; onClose: () => void }) {
  const { row, request, curl, text, status, milliseconds, size } = call
  return (
    <Panel
      title={row.summary}
      actions={
        <Button variant="default" size="xs" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Text size="sm">
        <code>{row.id}</code>, {row.source}. {status === 0 ? 'No answer came' : `HTTP ${status}`}, after{' '}
        {milliseconds.toLocaleString('en')} ms, {size.toLocaleString('en')} characters.
      </Text>
      <Heading text="What the server is sent">
        {curl && <CopyButton value={curl} label="Copy as cURL" withText />}
      </Heading>
      <Text size="sm" c="dimmed">
        In the words of the reference; a connection’s dialect may write it otherwise.
      </Text>
      <Wire label="Request" text={request ? linesOf(request) : 'It was refused before it was sent.'} />
      <Heading text="What came back">{text && <CopyButton value={text} label="Copy the answer" withText />}</Heading>
      <Wire
        label="Answer"
        text={text ? indented(text) : 'Not kept: it may hold a secret, it is a file, or there was none.'}
      />
    </Panel>
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

function linesOf({ method, target, headers, body, form }: NonNullable<LoggedCall['request']>): string {
  const files = Object.entries(form?.files ?? {}).map(([part, { name }]) => `${part}: the file ${name}`)
  const fields = Object.entries(form?.fields ?? {}).map(([part, value]) => `${part}: ${value}`)
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${target}`, ...head, '', body ?? '', ...fields, ...files].join('\n').trim()
}

function indented(text: string): string {
  try {
    return stringifyJson(parseJson(text), 2)
  } catch {
    return text // cut, or no JSON
  }
}
