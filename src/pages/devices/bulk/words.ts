import type { Tone } from '#ui/feedback/StatusBadge.tsx'
import type { Outcome, Target } from './run.ts'

/** Accepted is not executed: nothing here is green but what the history of a device says. */
export const outcomeWords: Record<Outcome, { label: string; tone: Tone; means: string }> = {
  'not sent': { label: 'Not sent', tone: 'muted', means: 'Not sent to this device yet' },
  sending: { label: 'Sending', tone: 'info', means: 'Waiting for the server response' },
  submitted: { label: 'Submitted', tone: 'info', means: 'Accepted by the server, not yet executed' },
  'not applicable': { label: 'Not applicable', tone: 'warn', means: 'Not sent to this device by the server' },
  failed: { label: 'Failed', tone: 'bad', means: 'The request for this device was rejected by the server' },
  unknown: { label: 'Unknown', tone: 'warn', means: 'No response. The command may have been accepted.' },
  'left out': { label: 'Skipped', tone: 'muted', means: 'Excluded before sending' },
}

const tones: Record<string, Tone> = { Success: 'ok', Failed: 'bad', Initiated: 'info', 'In progress': 'info' }

/** How the command goes on the device itself. */
export function endingWords({ outcome, ending }: Target): { label: string; tone: Tone } | undefined {
  if (outcome !== 'submitted' && outcome !== 'unknown') return undefined
  if (!ending) return { label: 'Not in the command history yet', tone: 'muted' }
  const { raw, meaning } = ending
  return { label: meaning ?? `${raw || 'No status'}, meaning not defined`, tone: tones[meaning ?? ''] ?? 'muted' }
}

export const devicesInWords = (count: number) => (count === 1 ? '1 device' : `${count.toLocaleString('en')} devices`)
