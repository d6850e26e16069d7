import type { CodePlace } from '#contract/codes/legend.ts'
import { absoluteTime } from '#ui/values/moment.ts'
import { NoteButton } from './NoteButton.tsx'
import classes from './UndefinedValue.module.css'
import { useValueNotes } from './use-value-notes.ts'
import { ValueNotes } from './ValueNotes.tsx'
import { type CodeWords, Words } from './Words.tsx'

type Props = { of: CodeWords; code: CodePlace; compact: boolean }

/** A value without a defined meaning, with its note and a button to edit it. */
export function UndefinedValue({ of, code, compact }: Props) {
  const { noteOn } = useValueNotes()
  const note = noteOn(code.field, code.value)
  if (!compact) {
    return (
      <span>
        <Words of={of} />
        <ValueNotes place={code} />
      </span>
    )
  }
  return (
    <span className={classes.line}>
      {note ? (
        <span
          className={classes.words}
          data-tip={`Note by ${note.by}, ${absoluteTime(new Date(note.at))}: ${note.note}`}
        >
          <Words of={{ ...of, label: `${code.value}, noted: ${note.note}` }} />
        </span>
      ) : (
        <span className={classes.words}>
          <Words of={of} />
        </span>
      )}
      <NoteButton place={code} note={note} compact />
    </span>
  )
}
