import type { Finding } from '#contract/console/connections.ts'
import { existing } from '#contract/time.ts'
import { counted } from '#contract/words/counted.ts'
import { found } from './finding.ts'
import type { ServerObservations } from './observations.ts'

const minute = 60_000
const noticedMs = minute
const tooMuchMs = 5 * minute

/** Checks the clock, on which one-time codes, tokens and certificates depend. */
export function checkClock({ first, own }: ServerObservations): Finding[] {
  const asked = [own, first].find((one) => one?.answer)
  if (!asked?.answer) return []
  const said = existing(asked.answer.headers.date ?? '')
  if (Number.isNaN(said)) return [found('clock', 'note', 'The server does not report its time')]
  // One-second resolution, and the response took some time.
  const aheadMs = said - asked.at
  const off = Math.abs(aheadMs)
  if (off < noticedMs) return [found('clock', 'good', 'The clocks agree')]
  const title = `The clock of the server is ${timeText(off)} ${aheadMs > 0 ? 'ahead' : 'behind'}`
  const detail = `There it was ${new Date(said).toISOString()} when it was ${new Date(asked.at).toISOString()} here`
  const next = 'Synchronize the clock of that server, or of the host of this console, with a time server.'
  return [found('clock', off > tooMuchMs ? 'bad' : 'warning', title, { detail, next })]
}

function timeText(ms: number): string {
  const minutes = Math.round(ms / minute)
  if (minutes < 120) return counted(minutes, 'minute', 'minutes')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}
