// A start with an invalid setting ends. One of twenty did not, while V8 compiled in the background.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const starts = 60

test('every start with an invalid setting ends', { timeout: 30 * 60_000 }, async () => {
  const codes: unknown[] = []
  for (let at = 0; at < starts; at += 1) {
    const child = spawn(process.execPath, ['src/server.ts'], {
      env: { PATH: process.env.PATH, TRIPTYCH_PORT: 'none' },
      stdio: 'ignore',
      timeout: 60_000,
      killSignal: 'SIGKILL',
    })
    codes.push(((await once(child, 'close')) as unknown[])[0])
  }
  expect(codes).toEqual(Array.from({ length: starts }, () => 2))
})
