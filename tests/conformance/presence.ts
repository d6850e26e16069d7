import type { Endpoint } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'
import type { Check, Finding } from './finding.ts'
import { isLeftOut, leftOut, withoutIt } from './probe.ts'
import type { Raw, Server } from './server.ts'

/** OPTIONS changes nothing (RFC 9110, 9.2.1): what it is answered shows which paths a server knows, if it is told apart. */
const method = 'OPTIONS'

/** Whether a server knows operations that are not called. `known` is one that it answered. */
export async function presenceOf(
  endpoints: readonly Endpoint[],
  known: Endpoint | undefined,
  server: Server,
): Promise<Finding[]> {
  const [there, elsewhere] = known ? [await optionsOf(known), await optionsOf(known, unknownPath(known))] : []
  const isFirst = there !== undefined && elsewhere !== undefined && there !== elsewhere
  const findings: Finding[] = []
  for (const endpoint of endpoints) findings.push(await findingFor(endpoint))
  return findings

  async function optionsOf(endpoint: Endpoint, path?: Endpoint['path']): Promise<number | undefined> {
    return (await rawOrNothing(server, endpoint, method, path))?.status
  }
  async function findingFor(endpoint: Endpoint): Promise<Finding> {
    if (isLeftOut(endpoint, server)) return leftOut(endpoint)
    const finding = { endpoint, notes: [] }
    if (!isFirst) return { ...finding, outcome: 'not tested', how: ['not called, as it is no plain read'] }
    const status = await optionsOf(endpoint)
    if (status === undefined) return { ...finding, outcome: 'not tested', how: ['no answer'] }
    if (status !== elsewhere) return { ...finding, outcome: 'present', how: [] }
    const setting = withoutIt(endpoint)
    return {
      ...finding,
      ...(setting && { mendedBy: setting }),
      outcome: 'missing',
      how: [`${method} is answered with ${status}, as for an unknown operation`],
    }
  }
}

/** How an operation is answered that no server has. */
export async function checkUnknown(known: Endpoint | undefined, server: Server): Promise<Check> {
  const name = 'Unknown operation'
  const raw = known && (await rawOrNothing(server, known, 'GET', unknownPath(known)))
  if (!raw) return { name, result: 'not checked', text: 'No answer' }
  const { status, problem } = raw
  if (!problem) return { name, result: 'differs', text: `${status}, a success: missing operations cannot be told` }
  const text = `${status} ${problem.code}: ${problem.message}`
  if (server.service !== 'mdm') return { name, result: status === 404 ? 'as stated' : 'note', text }
  return { name, result: status === 404 && problem.code === 'COM0008' ? 'as stated' : 'differs', text }
}

const unknownPath = ({ path }: Endpoint): Endpoint['path'] => `/${path.slice(1, path.lastIndexOf('/'))}/triptychUnknown`

export async function rawOrNothing(
  server: Server,
  endpoint: Endpoint,
  by: string,
  path?: Endpoint['path'],
): Promise<Raw | undefined> {
  try {
    return await server.raw(endpoint, by, path)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
