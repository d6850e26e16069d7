import { type Failure, tryAgain } from './browser-errors.ts'

const lost = /^(OFFLINE|FAILED|TIMEOUT|TRUNCATED|UNEXPECTED_CONTENT|ANSWER_TOO_LARGE|HTTP_50[24])$/
/** What Node.js calls a connection that was opened, and ended without a response. */
const endings = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']
export const isEnding = (reason: string) => endings.includes(reason)
const ended = new RegExp(`\\((${endings.join('|')})\\)$`)

/** Next steps after a change whose response was lost or unreadable. */
export function nextOfLost({ code, message, endpoint }: Failure, next: string): string | undefined {
  if (!endpoint?.changes || endpoint.id.startsWith('session.')) return undefined
  if (!lost.test(code) && !(code === 'UNREACHABLE' && ended.test(message))) return undefined
  const before = code === 'OFFLINE' ? 'Check your network. ' : next === tryAgain ? '' : `${next} `
  return `${before}The change may have been made. Check before you repeat it.`
}
