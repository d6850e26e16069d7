import { useNavigate, useSearchParams } from 'react-router'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { maxRead } from '#components/bulk/plan.ts'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import type { ComputerAction } from '#contract/desktop/status.ts'
import { idOf } from '#pages/desktops/computer-facts.ts'
import { computerSearch, toComputersInput } from '#pages/desktops/computers/computer-search.ts'
import { paths } from '#paths.ts'
import type { Selected } from '#ui/table/DataTable.tsx'
import { actions, type AgentStep, factsOf } from './agent-plan.ts'

type ActionProps = Selected<Computer> & {
  /** Query from which the computers were selected, or the filters of their list. */
  query?: string
  filter?: AgentStep['filter']
}

/** Actions for the selected computers. */
export function AgentActions({ withRows, selection, count, query, filter }: ActionProps) {
  const check = useCheck()
  // The console reads large results by itself.
  const all = (query !== undefined || filter) && selection.all && count !== undefined && count > maxRead
  return actions.map((action) => (
    <AgentButton
      key={action}
      action={action}
      size="compact-xs"
      onClick={() =>
        all
          ? check(action, [], query, { filter, all: { count, except: [...selection.except] } })
          : withRows(factsOf[action].title, (rows) => check(action, rows.map(idOf), query))
      }
    />
  ))
}

/** The same for the list of computers: the console finds all of them by the filters of the list. */
export function ListedAgentActions(selected: Selected<Computer>) {
  const [address] = useSearchParams()
  const { sort: _, ...filter } = toComputersInput(computerSearch.read(address))
  return <AgentActions {...selected} filter={filter} />
}

/** Endpoints of these actions. */
export const agentEndpoints = actions.map((action) => factsOf[action].endpoint)

/** Opens a preview of included and excluded computers. */
export function useCheck() {
  const navigate = useNavigate()
  return (action: ComputerAction, ids: readonly string[], query?: string, all?: Pick<AgentStep, 'all' | 'filter'>) => {
    const queried = query !== undefined && (query !== '' || all) && { query }
    const step = { step: 'check', action, ids: [...ids], ...queried, ...all } satisfies AgentStep
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
