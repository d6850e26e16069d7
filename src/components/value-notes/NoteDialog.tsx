import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import type { CodePlace } from '#contract/codes/legend.ts'
import { longestNote, removeValueNote, setValueNote, type ValueNote } from '#contract/console/value-notes.ts'
import { TextField } from '#ui/form/TextField.tsx'
import { Text } from '#ui/layout/layout.ts'
import { placeName } from './place-name.ts'

const form = z.object({ note: setValueNote.input.shape.note })

type Props = { place: CodePlace; note: ValueNote | undefined; onClose: () => void }

/** Dialog in which an administrator notes what a value means. */
export function NoteDialog({ place, note, onClose }: Props) {
  const name = placeName(place)
  return (
    <FormDialog
      title={`What ${name} means here`}
      action="Save note"
      schema={form}
      send={({ note }) => change(setValueNote, { ...place, note })}
      onClose={onClose}
    >
      <Text size="sm">
        This value has no documented meaning. Everyone at this site who sees the value also sees your note, your name
        and the date.
      </Text>
      <TextField name="note" label="Meaning here" maxLength={longestNote} defaultValue={note?.note} autoFocus />
      {note && (
        <ActionButton
          endpoint={removeValueNote}
          size="compact-xs"
          w="fit-content"
          renderDialog={(close) => (
            <Confirm
              title={`Remove the note on ${name}?`}
              action="Remove note"
              onConfirm={async () => {
                await change(removeValueNote, place)
                onClose()
              }}
              onClose={close}
            >
              The value is then shown as “meaning not defined” only.
            </Confirm>
          )}
        >
          Remove note
        </ActionButton>
      )}
    </FormDialog>
  )
}
