import type { ValueNote } from '#contract/console/value-notes.ts'
import { Moment } from '#ui/values/Moment.tsx'
import classes from './NoteText.module.css'

/** A note with its author, to distinguish it from documented meanings. */
export const NoteText = ({ note: { note, by, at } }: { note: ValueNote }) => (
  <span className={classes.note}>
    <span>{note}</span>
    <span className={classes.by}>
      Note by {by}, <Moment at={new Date(at)} />
    </span>
  </span>
)
