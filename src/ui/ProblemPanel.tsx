import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { CopyButton } from './CopyButton.tsx'
import { IconAlertTriangle, IconRefresh } from './icons.ts'
import classes from './ProblemPanel.module.css'

/** What went wrong, in the form every part of the console states it. */
export type ShownProblem = {
  service: string
  status: number
  code: string
  message: string
  /** What the person can do now. */
  next: string
  /** What the reference says the code means. */
  meaning?: string
  /** The answer as it came. */
  raw?: unknown
  retryAfterSeconds?: number
}
type Props = { problem: ShownProblem; onRetry?: () => void }

/** The one place where a problem is shown: the server's own words, what to do next, and details to pass on. */
export function ProblemPanel({ problem, onRetry }: Props) {
  const { service, status, code, message, next, meaning, retryAfterSeconds } = problem
  const details = detailsOf(problem)
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={message}>
      <Stack gap="sm" align="flex-start">
        <div>
          {meaning && meaning !== message && <Text size="sm">{meaning}.</Text>}
          <Text size="sm">{next}</Text>
          {retryAfterSeconds !== undefined && <Text size="sm">The server asks to wait {retryAfterSeconds} s.</Text>}
        </div>
        {onRetry && (
          <Button size="xs" variant="default" leftSection={<IconRefresh size={15} aria-hidden />} onClick={onRetry}>
            Try again
          </Button>
        )}
        <details className={classes.details}>
          <summary>
            Details: {code}, {service}
            {status > 0 && `, HTTP ${status}`}
          </summary>
          <Code block className={classes.code}>
            {details}
          </Code>
          <Group mt="xs">
            <CopyButton value={details} label="Copy details" withText />
          </Group>
        </details>
      </Stack>
    </Alert>
  )
}

const detailsOf = ({ service, status, code, message, meaning, raw }: ShownProblem) =>
  JSON.stringify({ at: new Date().toISOString(), service, status, code, message, meaning, raw }, undefined, 2)
