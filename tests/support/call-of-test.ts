// What a page gave up on may arrive at the network only after the next test has given its answers: each call says of
// which test it is, so that the next one neither counts it nor misses an answer for it.
import { vi } from 'vitest'

const header = 'x-test'
let running = 0

/** Calls from now on are those of the test that begins. */
export function startTest() {
  const ofTest = String(++running)
  const send = window.fetch
  vi.spyOn(window, 'fetch').mockImplementation((...what) => {
    const request = new Request(...what)
    request.headers.set(header, ofTest)
    return send(request)
  })
}

/** A call of a test that has ended. What is not sent by a call of the page has no test of its own. */
export function isOfEndedTest({ headers }: Request) {
  const ofTest = headers.get(header)
  return ofTest !== null && ofTest !== String(running)
}
