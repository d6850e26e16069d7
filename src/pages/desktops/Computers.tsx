import type { LoaderFunctionArgs } from 'react-router'
import { prefetch } from '#api/query.ts'
import { AgentActions } from './AgentActions.tsx'
import { computers } from './computer-search.ts'
import { ComputerTable } from './ComputerTable.tsx'
import { rowsMatching } from './use-server-list.ts'

export const loader = ({ request }: LoaderFunctionArgs) =>
  prefetch(rowsMatching(computers, new URL(request.url).searchParams))

export function Component() {
  return <ComputerTable caption="Computers" SelectionActions={AgentActions} />
}
