import { ActionIcon, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '#ui/table/panels/toolbar.module.css'
import { IconX } from '#ui/theme/icons.ts'
import type { Selection } from './selection.ts'
import type { Use } from './use-row-work.ts'
import type { SelectionState } from './use-selection.ts'

/** The selected rows, as passed to the actions of a page. */
export type Selected<T> = {
  selection: Selection
  /** Undefined if the number of matching rows is unknown. */
  count: number | undefined
  /** Loads all selected rows and passes them to `use`; `title` is the label of the button. */
  withRows: (title: string, use: Use<T>) => void
  /** Removes rows from the selection, for example after deletion. */
  deselect: (ids: readonly string[]) => void
}

type Props<T> = {
  state: SelectionState<T>
  /** Whether the server pages. Otherwise, selected rows that are not shown are filtered out. */
  isServer: boolean
  /** Number of matching rows, if all of them can be selected. */
  matching: number | undefined
  actions: ReactNode
  onExport: (() => void) | undefined
}

const say = (count: number) => count.toLocaleString('en')

/** Number of selected rows, and the actions on them. */
export function SelectionBar<T>({ state, isServer, matching, actions, onExport }: Props<T>) {
  const { selection, count, elsewhere, here } = state
  const offersAll = !selection.all && here === 'all' && matching !== undefined && matching > selection.ids.size
  return (
    <fieldset className={classes.selection} data-selection>
      <legend className={classes.hidden}>Selection</legend>
      <output>
        <strong>{count === undefined ? 'All' : say(count)} selected</strong>
        {elsewhere > 0 && `, ${say(elsewhere)} ${isServer ? 'not on this page' : 'filtered out'}`}
      </output>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label="Clear selection"
        data-tip="Clear selection"
        onClick={state.clear}
      >
        <IconX size={15} aria-hidden />
      </ActionIcon>
      {offersAll && (
        <Button variant="transparent" size="compact-xs" onClick={state.chooseEverything}>
          Select all {say(matching)} that match
        </Button>
      )}
      {actions}
      {onExport && (
        <Button variant="default" size="compact-xs" onClick={onExport}>
          Export selected
        </Button>
      )}
    </fieldset>
  )
}
