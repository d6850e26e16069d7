import { mayBeDone } from '#contract/http/may-be-done.ts'
import { type Failure, tryAgain } from './browser-errors.ts'

/** Their own next steps say nothing about the change. */
const lost = /^(OFFLINE|ANSWER_TOO_LARGE)$/
/** What Node.js calls a connection that was opened, and ended without a response. */
const endings = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']
export const isEnding = (reason: string) => endings.includes(reason)
const ended = new RegExp(`\\((${endings.join('|')})\\)$`)

/** Next steps after a change that may have been made: its response was lost, unreadable, or reports a failed server. */
export function nextOfLost(failure: Failure, next: string): string | undefined {
  const { code, message, endpoint } = failure
  if (!endpoint?.changes || endpoint.id.startsWith('session.')) return undefined
  if (!mayBeDone(failure)) return undefined
  if (next !== tryAgain && !lost.test(code) && !ended.test(message)) return undefined
  const before = code === 'OFFLINE' ? 'Check your network. ' : next === tryAgain ? '' : `${next} `
  return `${before}The change may have been made. Check before you repeat it.`
}
