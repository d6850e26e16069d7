// What React or the browser complains about on the console is a defect, although the page may look right.
// A test that provokes a complaint replaces the spy: vi.spyOn(console, 'error').mockImplementation(() => {})
import { network } from 'virtual:msw'
import { cleanup } from 'vitest-browser-react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import '#contract/problems/explained.ts'
import { apiPrefix } from '#contract/session.ts'
import { isOfEndedTest, startTest } from './call-of-test.ts'

// A call that no test has an answer for is an error, not a request to the test server.
beforeAll(async () => {
  network.configure({
    context: { quiet: true },
    onUnhandledFrame: ({ frame, defaults }) => {
      const { request } = frame.data as { request?: Request }
      if (!request || isOfEndedTest(request)) return
      if (new URL(request.url).pathname.startsWith(apiPrefix)) defaults.error()
    },
  })
  await network.enable()
})
// The page goes, so that it does not call on in the next test.
afterEach(() => cleanup())
beforeEach(() => cleanup()) // of a test that failed, where no hook may have run after it
afterAll(() => network.disable())

const complaints: string[] = []

beforeEach(() => {
  startTest()
  complaints.length = 0
  vi.spyOn(console, 'error').mockImplementation((...words) => void complaints.push(words.map(String).join(' ')))
})

afterEach(() => expect(complaints.join('\n'), 'console errors').toBe(''))
