import type { CodePlace } from '#contract/codes/legend.ts'
import { NoteButton } from './NoteButton.tsx'
import { NoteText } from './NoteText.tsx'
import { useValueNotes } from './use-value-notes.ts'

/** Beside a value that is shown in its own way: what it means at this site, and where an administrator writes that. */
export function ValueNotes({ place }: { place: CodePlace }) {
  const { noteOn } = useValueNotes()
  const note = noteOn(place.field, place.value)
  return (
    <>
      <NoteButton place={place} note={note} />
      {note && <NoteText note={note} />}
    </>
  )
}
