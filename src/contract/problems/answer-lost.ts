import { tryAgain } from './browser-errors.ts'

type Failure = { readonly code: string; readonly message: string }

const lost = /^(TIMEOUT|TRUNCATED|UNEXPECTED_CONTENT|ANSWER_TOO_LARGE|HTTP_50[24])$/
const ended = /\((UND_ERR_SOCKET|ECONNRESET|EPIPE)\)$/

/** What can be done when a change reached its server, and the answer did not come back or cannot be read. */
export function nextOfLost({ code, message }: Failure, next: string): string | undefined {
  if (!lost.test(code) && !(code === 'UNREACHABLE' && ended.test(message))) return undefined
  return `${next === tryAgain ? '' : `${next} `}It may have been done all the same. Check before you repeat it.`
}
