import { createContext, type ReactNode, Suspense, useContext, useState } from 'react'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import type { Called } from '#components/actions/ForPermitted.tsx'
import type { Selected } from '#ui/table/DataTable.tsx'
import { tooMany } from './plan.ts'

/** The dialog of an action, for rows that were chosen in a list. */
type BulkProps<T> = { rows: readonly T[]; onClose: () => void }
type BulkComponent<T> = (props: BulkProps<T>) => ReactNode
type Asked = { Dialog: BulkComponent<never>; rows: readonly unknown[] }

const Ask = createContext<(asked: Asked) => void>(() => undefined)

/** Keeps the dialog of an action outside of the list: what it changes may take the rows and their selection away. */
export function BulkHost({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>()
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
  /** Where the dialog has to read each of them; otherwise as many as a job has. */
  max?: number
}

/** A button beside the number of chosen rows. */
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
