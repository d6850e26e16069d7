import type { LoaderFunctionArgs } from 'react-router'
import { prefetch } from '#api/query.ts'
import { AgentActions } from '#pages/desktops/agents/AgentActions.tsx'
import { rowsMatching } from '#pages/desktops/use-server-list.ts'
import { computers } from './computer-search.ts'
import { ComputerTable } from './ComputerTable.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  prefetch(rowsMatching(computers, new URL(request.url).searchParams))

export function Component() {
  return <ComputerTable caption="Computers" SelectionActions={AgentActions} />
}
