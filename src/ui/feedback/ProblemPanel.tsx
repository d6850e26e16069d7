import { Anchor, Button } from '@mantine/core'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { later } from '#ui/layout/later.ts'
import { IconRefresh } from '#ui/theme/icons.ts'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import { jsonText } from '#ui/values/json-text.ts'
import { Notice } from './Notice.tsx'
import classes from './ProblemPanel.module.css'
import { RequestId } from './RequestId.tsx'
import { consoleUnreachable, useErrorRegistry } from './error-registry.ts'

const RateLimit = later(async () => (await import('./RateLimit.tsx')).RateLimit)

/** An error in the form that all error displays share. */
export type ShownProblem = {
  service: string
  status: number
  code: string
  message: string
  /** What the user can do next. */
  next: string
  /** Meaning of the error code according to the API reference. */
  meaning?: string
  /** The unmodified response body. */
  raw?: unknown
  retryAfterSeconds?: number
  /** Link to the page where the cause can be fixed. */
  place?: { label: string; path: string }
  /** Identifies the request in the server log. */
  requestId?: string
}
type Props = { problem: ShownProblem; onRetry?: () => void }

/** Displays an error: the server's message, what to do next, and details to copy for support. */
export function ProblemPanel({ problem, onRetry }: Props) {
  const { service, status, code, message, next, meaning, retryAfterSeconds, place, requestId } = problem
  // Without the permission, the same request fails again.
  const retry = status === 403 && code !== 'NOT_CONFIRMED' ? undefined : onRetry
  const { isFirst, retryAll } = useErrorRegistry(causeOf(problem), { retry })
  if (!isFirst) return <Notice tone="muted" title="Not loaded, for the reason stated on this page" />
  // A request that the user canceled is not an error.
  if (code === 'CANCELED') return <Notice tone="muted" title={message} urgent />
  const details = detailsOf(problem)
  return (
    <Notice tone="bad" title={message} urgent>
      {meaning && !message.startsWith(meaning.split('.', 1)[0] ?? '') && <span>{meaning}.</span>}
      <span>{next}</span>
      {(status === 429 || retryAfterSeconds !== undefined) && (
        <Suspense>
          <RateLimit
            key={requestId}
            retryAfterSeconds={retryAfterSeconds}
            onRetry={status === 429 && !asksAPerson.has(code) ? retryAll : undefined}
          />
        </Suspense>
      )}
      {place && (
        <Anchor component={Link} to={place.path} size="sm" underline="always">
          {place.label}
        </Anchor>
      )}
      {retryAll && (
        <Button size="xs" variant="default" leftSection={<IconRefresh size={15} aria-hidden />} onClick={retryAll}>
          Try again
        </Button>
      )}
      {requestId && <RequestId id={requestId} />}
      <details className={classes.details}>
        <summary>
          Details: {code}, {service}
          {status > 0 && `, HTTP ${status}`}
        </summary>
        <pre className={classes.code}>{details}</pre>
        <CopyButton value={details} label="Copy details" withText />
      </details>
    </Notice>
  )
}

/**
 * Cause that affects every request to a service, so that the page shows it once; undefined for errors of a single
 * request.
 */
const causeOf = ({ service, status, code, message }: ShownProblem) => {
  if (code === 'OFFLINE') return consoleUnreachable
  return status === 401 || status === 429 || status >= 500 ? `${service} ${status} ${code} ${message}` : undefined
}
/** Codes after which only the user may retry: automatic retries would reveal secrets or submit guesses. */
const asksAPerson = new Set(['TOO_MANY_REVEALS', 'TOO_MANY_PASSPHRASES', 'TOO_MANY_ATTEMPTS'])

const detailsOf = ({ service, status, code, message, meaning, raw, requestId }: ShownProblem) =>
  jsonText({ service, status, code, message, meaning, requestId, raw })
