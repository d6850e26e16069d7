import { expect, test } from 'vitest'
import { loadPart } from '#api/load-part.ts'
import { mayPass } from '#api/recovery.ts'
import { Problem } from '#contract/problem.ts'

test.each(['OFFLINE', 'UNREACHABLE', 'COM0002', 'COM0004'])('%s may be over without anybody doing something', (code) =>
  expect(mayPass(new Problem(code))).toBe(true),
)

test('what failed for a part of the console is not asked of a server again and again', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module: /assets/Part-B4xQ.js')
  const problem = await loadPart(() => Promise.reject(cause)).catch((error: unknown) => error as Problem)
  expect(problem).toMatchObject({ code: 'UNLOADED', next: 'Reload the page.', cause })
  expect(mayPass(problem)).toBe(false)
})
