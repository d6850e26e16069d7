import { createContext, type ReactNode, Suspense, useContext, useState } from 'react'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import type { Called } from '#components/actions/ForPermitted.tsx'
import type { Selected } from '#ui/table/DataTable.tsx'
import { tooMany } from './plan.ts'

/** Dialog for an action on selected rows. */
type BulkProps<T> = { rows: readonly T[]; onClose: () => void }
type BulkComponent<T> = (props: BulkProps<T>) => ReactNode
type OpenDialog = { Dialog: BulkComponent<never>; rows: readonly unknown[] }

const Ask = createContext<(asked: OpenDialog) => void>(() => undefined)

/**
 * Renders the dialogs of bulk actions outside of the list, because the action may remove the rows and clear their
 * selection.
 */
export function BulkHost({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<OpenDialog>()
  return (
    <Ask value={setAsked}>
      {children}
      {asked && (
        <Suspense>
          <asked.Dialog rows={asked.rows as never[]} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </Ask>
  )
}

type ActionProps<T> = {
  selected: Selected<T>
  label: string
  Dialog: BulkComponent<T>
  endpoint?: Called
  /** Maximum number of rows, if the dialog must read each of them; the limit of a job by default. */
  max?: number
}

/** Button beside the number of selected rows. */
export function BulkAction<T>({ selected: { count, withRows }, label, Dialog, endpoint, max }: ActionProps<T>) {
  const ask = useContext(Ask)
  return (
    <ActionButton
      {...(endpoint && { endpoint })}
      size="compact-xs"
      reason={tooMany(count, max)}
      onClick={() => withRows(label, (rows) => ask({ Dialog, rows }))}
    >
      {label}
    </ActionButton>
  )
}
