import { type ConnectionView, type Finding, takesKey } from '#contract/console/connections.ts'
import type { Problem, ServiceName } from '#contract/problem.ts'
import { refusesKey } from '#services/console/api-keys/try-key.ts'
import { found, settingOf } from './finding.ts'
import type { ServerObservations } from './observations.ts'
import { isAboutScopes } from './scopes.ts'
import { daysText } from './tls.ts'

/** The credential for a server, as far as known before requests. */
export type Credential = {
  kind: ConnectionView['credential']
  key?: ConnectionView['key']
  /** Why none is available. */
  trouble?: Problem
}

const day = 86_400_000
const soonDays = 30

/** Checks whether the server accepts the credential of the console or the user. */
export function checkCredential(look: ServerObservations, credential: Credential): Finding[] {
  const { first, own, upstream } = look
  const { kind, trouble } = credential
  if (upstream.service === 'identity') return []
  if (trouble) return [found('credential', 'bad', trouble.message, { next: trouble.next })]
  if (kind === 'none')
    return first?.answer
      ? [
          found('credential', 'unknown', 'Not checked: this connection uses your own sign-in', {
            next: `${notAsked[upstream.service] ?? 'Its data was not requested.'} Sign in, then check again.`,
          }),
        ]
      : []
  const asked = own ?? first
  if (!asked?.answer) return []
  const { problem } = asked
  if (!problem || !refusesKey(upstream.service, problem)) return worksFor(problem) ? accepted(kind, credential) : []
  if (isAboutScopes(problem)) return []
  return [kind === 'a key' ? keyRefused(problem, look, credential) : tokenRefused(problem, look, kind)]
}

/** Checks that are omitted without a credential. */
const notAsked: Partial<Record<ServiceName, string>> = {
  desktop: 'Only the sign-in service was asked. No data was requested.',
}

/** A 422 of key management means that the certificate was looked up, so the credential works. */
const worksFor = (problem: Problem | undefined) => !problem || (problem.service === 'keys' && problem.status === 422)

function accepted(kind: Credential['kind'], { key }: Credential): Finding[] {
  if (kind !== 'a key')
    return [
      found(
        'credential',
        'good',
        kind === 'a grant' ? 'The server accepts the access token' : 'The server accepts your sign-in',
      ),
    ]
  const days = key?.expiresAt === undefined ? Number.POSITIVE_INFINITY : Math.floor((key.expiresAt - Date.now()) / day)
  if (days >= soonDays) return [found('credential', 'good', 'The server accepts the key')]
  const title = days < 0 ? 'The key has probably reached its six months' : `The key expires in ${daysText(days)}`
  return [
    found('credential', 'warning', title, {
      detail: sinceWords(key),
      next: `Create a new key on the server, then enter it ${where}.`,
    }),
  ]
}

const where = 'under Settings, API keys'
const sinceWords = (key: ConnectionView['key']) =>
  key && `In use since ${new Date(key.since).toISOString().slice(0, 10)}`

function keyRefused(problem: Problem, { upstream }: ServerObservations, { key }: Credential): Finding {
  const detail = problem.message
  if (/host|address|\bip\b/i.test(problem.message)) {
    return found('credential', 'bad', 'The key was created for another host', {
      detail,
      next: `A key works only from the host that it was created for. Create one for the host of this console, and enter it ${where}.`,
    })
  }
  if (key?.expiresAt !== undefined && key.expiresAt <= Date.now()) {
    return found('credential', 'bad', 'The key has expired', {
      detail: sinceWords(key),
      next: `Create a new key on the server, then enter it ${where}.`,
    })
  }
  const tied = upstream.service === 'keys' ? ' It must have been created for the host of this console.' : ''
  const source = key?.source === 'console' ? '' : `, or correct ${settingOf(upstream, 'credential')}`
  return found('credential', 'bad', 'The server rejects the key', {
    detail,
    next: `Enter a valid key ${where}${source}.${tied}`,
  })
}

function tokenRefused(problem: Problem, { upstream }: ServerObservations, kind: Credential['kind']): Finding {
  const detail = problem.message
  if (kind === 'a grant') {
    return found('credential', 'bad', 'The server rejects the access token', { detail, next: problem.next })
  }
  if (problem.status === 403) {
    return found('credential', 'unknown', 'Your account lacks the permissions for further checks', { detail })
  }
  const { service, edition } = upstream
  const next = takesKey({ service, edition, hasKey: false })
    ? `It may take API keys only: enter one ${where}, or name one in ${settingOf(upstream, 'credential')}. Other services are not affected.`
    : 'Sign in again.'
  return found('credential', 'bad', 'The server rejects your sign-in', { detail, next })
}
