import type { Endpoint } from '#contract/endpoint.ts'
import type { Check } from './finding.ts'
import { openServer, type Server, type ServiceConnection } from './server.ts'

/** How the server answers without a credential, and with a wrong one. */
export async function checkCredentials(
  known: Endpoint | undefined,
  connection: ServiceConnection,
  { dialect }: Server,
): Promise<Check[]> {
  const cases = [
    ['Without a credential', undefined, 'the server asks for no credential'],
    ['With a wrong credential', 'triptych-conformance-no-such-credential', 'the server accepts any credential'],
  ] as const
  const checks: Check[] = []
  for (const [name, credential, open] of cases) {
    if (!known) {
      checks.push({ name, result: 'not checked', text: 'No operation was answered' })
      continue
    }
    const server = openServer(connection, credential, dialect)
    const { problem, answer } = await server.ask(known, {})
    await server.close()
    checks.push(
      problem
        ? { name, ...judged(problem, answer?.status) }
        : { name, result: 'differs', text: `Answered: ${open}`, isSevere: true },
    )
  }
  return checks
}

function judged(problem: { status: number; code: string; message: string }, status: number | undefined) {
  const text = `${status ?? 'No answer'} ${problem.code}: ${problem.message}`
  if (status === 401) return { result: 'as stated', text } as const
  if (problem.status === 401) return { result: 'note', text: `${text}; recognized as 401` } as const
  return { result: 'differs', text: `${text}; 401 is expected, and people are not asked to sign in again` } as const
}
