import { Suspense, useState } from 'react'
import { useMay } from '#api/may.ts'
import { noteWriter, takesNote } from '#contract/codes/coded-fields.ts'
import type { CodePlace } from '#contract/codes/legend.ts'
import type { ValueNote } from '#contract/console/value-notes.ts'
import { later } from '#ui/layout/later.ts'
import { ActionIcon, Anchor } from '#ui/layout/layout.ts'
import { IconPencil } from '#ui/theme/icons.ts'
import { placeName } from './place-name.ts'
import classes from './UndefinedValue.module.css'

const NoteDialog = later(async () => (await import('./NoteDialog.tsx')).NoteDialog)

type Props = { place: CodePlace; note: ValueNote | undefined; compact?: boolean }

/** Button for editing the note on a value. Hidden without permission, and for values with a defined meaning. */
export function NoteButton({ place, note, compact = false }: Props) {
  const may = useMay()
  const [writing, setWriting] = useState(false)
  const writer = noteWriter(place.field)
  if (!writer || !may(writer) || !takesNote(place)) return null
  const text = note ? 'Edit note' : 'Add note'
  const write = { 'aria-label': `${text} on ${placeName(place)}`, onClick: () => setWriting(true) }
  return (
    <>
      {compact ? (
        <ActionIcon variant="subtle" size="sm" {...write}>
          <IconPencil size={14} aria-hidden />
        </ActionIcon>
      ) : (
        <Anchor component="button" type="button" size="xs" className={classes.add} {...write}>
          {text}
        </Anchor>
      )}
      <Suspense>{writing && <NoteDialog place={place} note={note} onClose={() => setWriting(false)} />}</Suspense>
    </>
  )
}
