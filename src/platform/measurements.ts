// What is measured, for whoever subscribes: without a subscriber, publishing costs nothing. No value is personal.
import { channel } from 'node:diagnostics_channel'

/** A call that was answered: at which port, by which endpoint, with which HTTP status (0: the client left before). */
export type MeasuredCall = { port: 'console' | 'services' | 'keys'; endpoint: string; status: number; seconds: number }
/** A request to a server behind the console, and whether it answered at all. */
export type MeasuredUpstream = { service: string; outcome: 'answered' | 'failed'; seconds: number }

function measurement<T extends object>(name: string) {
  const messages = channel(name)
  return {
    publish: (measured: T) => messages.publish(measured),
    subscribe: (listener: (measured: T) => void) => messages.subscribe((message) => listener(message as T)),
  }
}

export const measuredCalls = measurement<MeasuredCall>('triptych:call')
export const measuredUpstream = measurement<MeasuredUpstream>('triptych:upstream')

export const secondsSince = (start: number) => (performance.now() - start) / 1000

/** An answer of a server, and how long it took: also one that failed. */
export async function measuredAnswer<T>(service: string, answer: Promise<T>): Promise<T> {
  const start = performance.now()
  let outcome: 'answered' | 'failed' = 'failed'
  try {
    const answered = await answer
    outcome = 'answered'
    return answered
  } finally {
    measuredUpstream.publish({ service, outcome, seconds: secondsSince(start) })
  }
}
