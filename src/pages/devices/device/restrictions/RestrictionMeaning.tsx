import { NoteButton } from '#components/value-notes/NoteButton.tsx'
import { NoteText } from '#components/value-notes/NoteText.tsx'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import classes from './DeviceRestrictions.module.css'
import { type Reading, statedValues } from './restriction-rows.ts'

const tones: Partial<Record<Reading['meaning']['effect'], Tone>> = { allowed: 'ok', restricted: 'bad', other: 'info' }

type Props = { name: string; reading: Reading }

/** Documented meaning of a value; if undefined, the documented values. */
export function Meaning({ name, reading: { raw, meaning, note } }: Props) {
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
      <NoteButton place={{ field: name, value: raw }} note={note} />
      {stated && <span className={classes.stated}>Documented: {stated}</span>}
      {note && <NoteText note={note} />}
    </span>
  )
}
