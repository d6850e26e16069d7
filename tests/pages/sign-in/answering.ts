import { vi } from 'vitest'
import { Problem } from '#contract/problem.ts'
import { addressOf } from '#contract/session.ts'

type Body = Record<string, unknown>
export type Answers = Record<string, (body: Body) => unknown>

/** The server's side of the browser hop: what each row answers, or the problem it is refused with. */
export function answering(answers: Answers) {
  const calls: { row: string; body: Body }[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation((address, options) => {
    const row = Object.keys(answers).find((id) => addressOf({ id }) === address)
    const body = JSON.parse(typeof options?.body === 'string' ? options.body : '{}') as Body
    const answer = row === undefined ? new Problem('NOT_FOUND') : answers[row]?.(body)
    if (row !== undefined) calls.push({ row, body })
    const status = answer instanceof Problem ? answer.status : 200
    return Promise.resolve(new Response(JSON.stringify(answer), { status }))
  })
  return calls
}
