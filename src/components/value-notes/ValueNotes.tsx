import type { CodePlace } from '#contract/codes/legend.ts'
import { NoteButton } from './NoteButton.tsx'
import { NoteText } from './NoteText.tsx'
import { useValueNotes } from './use-value-notes.ts'

/** The note on a value that is displayed separately, and a button to edit it. */
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
