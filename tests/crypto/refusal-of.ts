import { Refusal } from '#crypto/refusal.ts'

/** What a call is refused with. A call that succeeds, or fails in another way, fails the test. */
export function refusalOf(call: () => unknown): Refusal {
  try {
    call()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('It was not refused')
}

export async function refusalFrom(promise: Promise<unknown>): Promise<Refusal> {
  const error: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (error instanceof Refusal) return error
  throw new Error('It was not refused', { cause: error })
}
