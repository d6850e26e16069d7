import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import type { Progress } from './each-item.ts'

/** What became of one item. */
export function RunResult({ outcome }: { outcome: Progress | undefined }) {
  if (outcome === undefined) return '–'
  if (outcome === 'working') return <StatusBadge tone="info">In progress</StatusBadge>
  if (outcome === 'waiting') return <Told tone="info" label="Waiting" text="The server limits the request rate." />
  const { done, text } = outcome
  return <Told tone={done ? 'ok' : 'bad'} label={done ? 'Done' : 'Failed'} text={text} />
}

/** A badge is one line: what is to be read stands below it. */
const Told = ({ tone, label, text }: { tone: Tone; label: string; text: string }) => (
  <>
    <StatusBadge tone={tone}>{label}</StatusBadge>
    <div>{text}</div>
  </>
)
