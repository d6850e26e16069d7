import type { LoaderFunctionArgs } from 'react-router'
import { prefetchRows } from '#components/lists/use-server-list.ts'
import { ListedAgentActions } from '#pages/desktops/agents/AgentActions.tsx'
import { computers } from './computer-search.ts'
import { ComputerTable } from './ComputerTable.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => prefetchRows(computers, request)

export const Component = () => <ComputerTable caption="Computers" SelectionActions={ListedAgentActions} />
