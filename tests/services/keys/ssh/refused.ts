import { SshRefusal } from '#services/keys/ssh/ssh-refusal.ts'

/** What the work is refused with. Work that succeeds, or fails in another way, fails the test. */
export async function refused(work: Promise<unknown>): Promise<SshRefusal> {
  const error: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (error instanceof SshRefusal) return error
  throw new Error('It was not refused', { cause: error })
}
