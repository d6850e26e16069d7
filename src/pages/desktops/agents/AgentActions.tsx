import { useNavigate } from 'react-router'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { maxRead } from '#components/bulk/plan.ts'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import type { ComputerAction } from '#contract/desktop/status.ts'
import { idOf } from '#pages/desktops/computer-facts.ts'
import { paths } from '#paths.ts'
import type { Selected } from '#ui/table/DataTable.tsx'
import { actions, type AgentStep, factsOf } from './agent-plan.ts'

type ActionProps = Selected<Computer> & {
  /** Query from which the computers were selected. */
  query?: string
}

/** Actions for the selected computers. */
export function AgentActions({ withRows, selection, count, query }: ActionProps) {
  const check = useCheck()
  // The console reads large results by itself.
  const all = query !== undefined && selection.all && count !== undefined && count > maxRead
  return actions.map((action) => (
    <AgentButton
      key={action}
      action={action}
      size="compact-xs"
      onClick={() =>
        all
          ? check(action, [], query, { count, except: [...selection.except] })
          : withRows(factsOf[action].title, (rows) => check(action, rows.map(idOf), query))
      }
    />
  ))
}

/** Endpoints of these actions. */
export const agentEndpoints = actions.map((action) => factsOf[action].endpoint)

/** Opens a preview of included and excluded computers. */
export function useCheck() {
  const navigate = useNavigate()
  return (action: ComputerAction, ids: readonly string[], query = '', all?: AgentStep['all']) => {
    const queried = (query !== '' || all) && { query, ...(all && { all }) }
    const step = { step: 'check', action, ids: [...ids], ...queried } satisfies AgentStep
    void navigate(paths.desktopAgents, { state: step })
  }
}

type Props = { action: ComputerAction; size: 'xs' | 'compact-xs'; onClick: () => void }

export function AgentButton({ action, ...props }: Props) {
  const { endpoint, title } = factsOf[action]
  return (
    <ActionButton endpoint={endpoint} {...props}>
      {title} …
    </ActionButton>
  )
}
