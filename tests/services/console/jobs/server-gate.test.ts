import { expect, test } from 'vitest'
import { serverGate } from '#services/console/jobs/server-gate.ts'

test('work that is aborted while it waits leaves at once, and the next in order starts', async () => {
  const gate = serverGate(1)
  const { promise, resolve } = Promise.withResolvers<void>()
  const started: string[] = []
  const work = (name: string) => () => Promise.resolve(void started.push(name))
  const first = gate('keys', () => promise)
  const leaving = new AbortController()
  const second = gate('keys', work('second'), leaving.signal)
  const third = gate('keys', work('third'), new AbortController().signal)
  await gate('mdm', work('at another server'))
  leaving.abort()
  await expect(second).rejects.toBe(leaving.signal.reason)
  resolve()
  await Promise.all([first, third])
  expect(started).toEqual(['at another server', 'third'])
  await expect(gate('keys', work('fourth'), leaving.signal)).resolves.toBeUndefined()
})
