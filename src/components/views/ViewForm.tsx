import * as z from 'zod/mini'
import { change, invalidate } from '#api/change.ts'
import { call } from '#api/call.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { pinView, type Question, saveView, type View, watchView } from '#contract/console/views/views.ts'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Text } from '#ui/layout/layout.ts'
import { audienceOptions, notAsked } from './view-words.ts'

type Props = {
  page: string
  search: string
  question: Question | undefined
  /** The view to edit. For a view of another user, only pinning and watching can be changed. */
  view?: View
  onClose: () => void
}

const { name, audience } = saveView.input.shape
const ticked = z.pipe(
  z.optional(z.string()),
  z.transform((value: string | undefined) => value !== undefined),
)

/** Dialog for sharing, pinning and watching a view. */
export function ViewForm({ page, search, question, view, onClose }: Props) {
  const isMine = view?.isMine ?? true
  const schema = z.object({
    name: isMine ? name : z._default(name, view?.name ?? ''),
    audience: isMine ? audience : z._default(audience, 'me'),
    isPinned: ticked,
    isWatched: ticked,
  })
  const send = async ({ isPinned, isWatched, ...given }: z.output<typeof schema>) => {
    const kept = { ...given, page, search, ...(question && { question }), ...(view && { view: view.id }) }
    const isChanged = given.name !== view?.name || given.audience !== view.audience
    const id = view && !(isMine && isChanged) ? view.id : (await change(saveView, kept)).view
    if (!question) return
    if (isPinned !== (view?.isPinned ?? false)) await call(pinView, { view: id, isPinned })
    if (isWatched !== (view?.watch !== undefined)) await call(watchView, { view: id, isWatched })
    await invalidate(watchView.changes)
  }
  return (
    <FormDialog
      title={view ? view.name : 'Share, pin or watch this view'}
      action="Save"
      schema={schema}
      send={send}
      onClose={onClose}
    >
      {isMine && (
        <>
          <TextField name="name" label="Name" maxLength={100} defaultValue={view?.name} autoFocus />
          <SelectField
            name="audience"
            label="Visible to"
            description="Everyone sees only the rows that their own account can read."
            options={audienceOptions}
            defaultValue={view?.audience ?? 'me'}
          />
        </>
      )}
      {question ? (
        <>
          <CheckboxField
            name="isPinned"
            label="Pin to my overview"
            description="Shows the number of rows as a tile"
            defaultChecked={view?.isPinned ?? false}
          />
          <CheckboxField
            name="isWatched"
            label="Notify me about rows that appear or leave"
            description="By email, checked every ten minutes, also while you are signed out"
            defaultChecked={view?.watch !== undefined}
          />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {notAsked}: a view of it can be shared, but not pinned or watched.
        </Text>
      )}
    </FormDialog>
  )
}
