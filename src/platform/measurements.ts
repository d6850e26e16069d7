// Diagnostics channels for metrics; publishing without a subscriber costs nothing. No value is personal.
import { channel } from 'node:diagnostics_channel'

/** A completed call with port, endpoint and HTTP status (0 if the client disconnected). */
export type MeasuredCall = { port: 'console' | 'services' | 'keys'; endpoint: string; status: number; seconds: number }
/** A request to a server, and whether it responded. */
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

/** Measures a response, including failures. */
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
