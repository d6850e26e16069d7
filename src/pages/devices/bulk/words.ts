import type { Tone } from '#ui/feedback/StatusBadge.tsx'
import type { Outcome, Target } from './run.ts'

/** Accepted is not executed: nothing here is green but what the history of a device says. */
export const outcomeWords: Record<Outcome, { label: string; tone: Tone; means: string }> = {
  'not sent': { label: 'Not sent', tone: 'muted', means: 'Nothing was sent to it yet' },
  sending: { label: 'On its way', tone: 'info', means: 'The server has not answered yet' },
  submitted: { label: 'Submitted', tone: 'info', means: 'Accepted by the server, which is not yet done' },
  'not applicable': { label: 'Not applicable', tone: 'warn', means: 'The server did not send it to this device' },
  failed: { label: 'Failed', tone: 'bad', means: 'The server refused the call that named this device' },
  unknown: { label: 'Unknown', tone: 'warn', means: 'No answer came: it may have been taken, or not' },
  'left out': { label: 'Left out', tone: 'muted', means: 'It was not meant to be sent' },
}

const tones: Record<string, Tone> = { Success: 'ok', Failed: 'bad', Initiated: 'info', 'In progress': 'info' }

/** How the command goes on the device itself. */
export function endingWords({ outcome, ending }: Target): { label: string; tone: Tone } | undefined {
  if (outcome !== 'submitted' && outcome !== 'unknown') return undefined
  if (!ending) return { label: 'Not seen in its history yet', tone: 'muted' }
  const { raw, meaning } = ending
  return { label: meaning ?? `${raw || 'No status'}, meaning not defined`, tone: tones[meaning ?? ''] ?? 'muted' }
}

export const devicesInWords = (count: number) => (count === 1 ? '1 device' : `${count.toLocaleString('en')} devices`)
