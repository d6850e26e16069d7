/**
 * How many milliseconds the server's clock is ahead of this browser's, from the Date header of a response, which has whole
 * seconds. Undefined without a response or header.
 */
export async function serverAheadMs(signal: AbortSignal): Promise<number | undefined> {
  const from = Date.now()
  const started = performance.now()
  const response = await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal }).catch(() => undefined)
  const midwayMs = (performance.now() - started) / 2
  const date = Date.parse(response?.headers.get('date') ?? '')
  return Number.isNaN(date) ? undefined : Math.round(date + 500 - from - midwayMs)
}
