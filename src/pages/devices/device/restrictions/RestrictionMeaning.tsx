import { labelOf } from '#contract/field.ts'
import { NoteText } from '#pages/devices/value-notes/NoteText.tsx'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { Anchor } from '#ui/layout/layout.ts'
import classes from './DeviceRestrictions.module.css'
import { type Reading, statedValues } from './restriction-rows.ts'

/** Of what a note can be on. */
const longestValue = 50

const tones: Partial<Record<Reading['meaning']['effect'], Tone>> = { allowed: 'ok', restricted: 'bad', other: 'info' }

type Props = {
  name: string
  reading: Reading
  /** Writes what the value means here; absent for who may not. */
  onNote?: (() => void) | undefined
}

/** What the reference says a value means; where it says nothing, the values that it does state. */
export function Meaning({ name, reading: { raw, meaning, note }, onNote }: Props) {
  const tone = tones[meaning.effect]
  if (tone) {
    return (
      <span className={classes.meaning}>
        <StatusBadge tone={tone}>{meaning.text}</StatusBadge>
      </span>
    )
  }
  const stated = statedValues(name)
  return (
    <span className={classes.missing}>
      {meaning.text}
      {onNote && raw !== '' && raw.length <= longestValue && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          className={classes.add}
          aria-label={`${note ? 'Edit' : 'Add'} note on ${labelOf(name)} ${raw}`}
          onClick={onNote}
        >
          {note ? 'Edit note' : 'Add note'}
        </Anchor>
      )}
      {stated && <span className={classes.stated}>Documented: {stated}</span>}
      {note && <NoteText note={note} />}
    </span>
  )
}
