import { expect, test } from 'vitest'
import { seedWithRetries } from '#services/demo/seed-with-retries.ts'

/** An attempt that fails as often as it is told. */
function failing(times: number) {
  let attempts = 0
  const retries: unknown[] = []
  const attempt = async () => {
    attempts++
    await Promise.resolve()
    if (attempts <= times) throw new Error(`failure ${attempts}`)
  }
  const run = (
    stopping = new AbortController().signal,
    onRetry: (error: unknown) => void = (error) => retries.push(error),
  ) => seedWithRetries(attempt, { stopping, onRetry, retryMs: 1 })
  return { run, retries, attempts: () => attempts }
}

test('demo data that were interrupted by a slow machine are completed by a further attempt', async () => {
  const seeding = failing(2)
  await seeding.run()
  expect(seeding.attempts()).toBe(3)
  expect(seeding.retries.map(String)).toEqual(['Error: failure 1', 'Error: failure 2'])
})

test('demo data that fail every time end with the error of the tenth attempt', async () => {
  const seeding = failing(Infinity)
  await expect(seeding.run()).rejects.toThrow('failure 10')
  expect(seeding.retries).toHaveLength(9)
})

test('a service that stops makes no further attempt', async () => {
  const ending = new AbortController()
  const seeding = failing(Infinity)
  await expect(seeding.run(ending.signal, () => ending.abort())).rejects.toThrow('aborted')
  expect(seeding.attempts()).toBe(1)
})
